from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "People, jobs, audit"

    def ready(self) -> None:
        from accounts import signals  # noqa: F401  # connects its receivers

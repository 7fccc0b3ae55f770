"""What every test can use."""

pytest_plugins = ["tests.services_plugin"]

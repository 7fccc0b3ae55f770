"""All settings, every one from the environment where machines differ.

With DEBUG on, what is missing gets a default that works on a developer's machine. Without it, a missing secret or
address stops the start.
"""

from pathlib import Path

import environ
from csp.constants import NONE, SELF

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# --- What differs between machines -----------------------------------------------------------------------------------

DEBUG = env.bool("DEBUG", default=False)
_REQUIRED = environ.Env.NOTSET
SECRET_KEY = env.str("SECRET_KEY", default="only-for-development" if DEBUG else _REQUIRED)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if DEBUG else _REQUIRED)
# Full origins (scheme, host, port) of the pages that may open our sockets.
SITE_ORIGINS = env.list(
    "SITE_ORIGINS", default=["http://localhost:8000", "http://127.0.0.1:8000"] if DEBUG else _REQUIRED
)
REDIS_URL = env.str("REDIS_URL", default="redis://127.0.0.1:6379/0" if DEBUG else _REQUIRED)
# The cache may be another Redis, one that throws the oldest away when it is full.
CACHE_URL = env.str("CACHE_URL", default=REDIS_URL)
# Mail goes to the console until EMAIL_URL names a server.
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 15  # seconds; a mail server that hangs must not keep a worker
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Tidewatch <noreply@localhost>")
# `mandatory` lets only people with a confirmed address sign in, and so into rated games.
ACCOUNT_EMAIL_VERIFICATION = env.str("EMAIL_VERIFICATION", default="optional")
# How many proxies of ours stand before the site; so many of the last addresses of X-Forwarded-For are believed.
TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=0)
# How many messages a second one socket may send; a person clicks less, a load test more.
SOCKET_MESSAGES_A_SECOND = env.float("SOCKET_MESSAGES_A_SECOND", default=10.0)
LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")

# --- Applications ----------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "ratings",
    "games",
    "accounts",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "accounts.api.cors.open_reads",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Whoever adds a page says with @login_not_required that strangers may see it.
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "deploy.urls"
WSGI_APPLICATION = "deploy.wsgi.application"
ASGI_APPLICATION = "deploy.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- PostgreSQL and Redis --------------------------------------------------------------------------------------------

_database = env.db_url("DATABASE_URL", default="postgresql://127.0.0.1:5432/tidewatch" if DEBUG else _REQUIRED)
# No process keeps a lock, a query or a transaction long enough to stall a table. 0 for migrations of large tables.
_timeout_seconds = env.int("DATABASE_TIMEOUT_SECONDS", default=15)
_timeouts = f"-c lock_timeout={min(3, _timeout_seconds)}s -c statement_timeout={_timeout_seconds}s"
_options: dict[str, object] = {
    "options": f"{_timeouts} -c idle_in_transaction_session_timeout={_timeout_seconds}s",
}
# Celery closes a pool after every task, so its workers run with 0: a connection each.
if _pool_size := env.int("DATABASE_POOL_SIZE", default=10):
    _options["pool"] = {"min_size": 1, "max_size": _pool_size, "timeout": 5}
DATABASES = {
    "default": {
        **_database,
        "ENGINE": "django.db.backends.postgresql",
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": _options,
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CACHE_URL}}

# --- Background work -------------------------------------------------------------------------------------------------

CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A killed worker's tasks come back after two minutes instead of an hour; every task may run twice.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 120,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 30,
    "socket_keepalive": True,
    "health_check_interval": 25,
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 60
CELERY_WORKER_MAX_TASKS_PER_CHILD = 1000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Mails that go to a developer's console are no lines of the log: they may hold a link that opens an account.
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_TIMEZONE = "UTC"

# --- People ----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.SignInForm",
    "signup": "accounts.forms.SignUpForm",
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ForgottenPasswordForm",
    "reset_password_from_key": "accounts.forms.NewPasswordForm",
    "reauthenticate": "accounts.forms.ConfirmPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_VALIDATORS = "accounts.models.USERNAME_VALIDATORS"
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
# Where addresses must be confirmed, the link lets in the browser that signed up, and no other.
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Per address of the network; a page of ours says that it was too often.
ACCOUNT_RATE_LIMITS = {"play_alone": "10/m/ip,200/d/ip", "preview": "20/m/ip"}
# A mail tells the owner of every change of password or address.
ACCOUNT_EMAIL_NOTIFICATIONS = True
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXY_COUNT
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
ACCOUNT_LOGOUT_REDIRECT_URL = "lobby"

# --- The API ---------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.api.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["accounts.api.limits.RequestLimit"],
    # Without a token by address, with one by token. docs/api.md tells them.
    "DEFAULT_THROTTLE_RATES": {
        "address": env.str("API_RATE_ADDRESS", default="120/min"),
        "token": env.str("API_RATE_TOKEN", default="600/min"),
    },
    "EXCEPTION_HANDLER": "accounts.api.problems.reply_to_error",
    "NUM_PROXIES": TRUSTED_PROXY_COUNT,
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tidewatch",
    "VERSION": "1",
    "DESCRIPTION": "Games, players and ratings for everybody; playing with a personal token. See docs/api.md.",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_AUTHENTICATION": [],
    "SERVE_INCLUDE_SCHEMA": False,
    "PATH_CONVERTER_OVERRIDES": {
        "public_id": {"type": "string", "pattern": "^[0-9A-Za-z]{8}$"},
        "player_name": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,20}$"},
        "ladder": {"type": "string", "pattern": "^(all|2[0-9]{3}Q[1-4])$"},
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "accounts.api.schema.close_bodies",
        "games.api.stream_schema.add_stream",
    ],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "defaultModelsExpandDepth": -1},
}

# --- The browser -----------------------------------------------------------------------------------------------------

_SOCKETS = [origin.replace("http", "ws", 1) for origin in SITE_ORIGINS]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        # Older Safaris do not count a socket of the same host as 'self'.
        "connect-src": [SELF, *_SOCKETS],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
CSRF_TRUSTED_ORIGINS = SITE_ORIGINS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXY_COUNT else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
if not DEBUG:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_SECURE = True
    CSRF_COOKIE_NAME = "__Host-csrftoken"

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "var" / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "deploy.storage.HashedStaticFilesStorage"
    },
}

# --- Language and time -----------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "templates" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
USE_THOUSAND_SEPARATOR = False

# --- Logs ------------------------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "django.request": {"level": "ERROR"},
        # Three lines a second that say no more than the rows of the jobs; what fails is an error and is logged.
        "celery.beat": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
    },
}

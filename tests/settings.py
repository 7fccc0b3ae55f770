"""deploy.settings, which learns here where the servers of this test run are."""

import os

import pytest

from deploy.services.errors import ServiceProblem
from tests import servers

try:
    os.environ.update(servers.environment())
except ServiceProblem as problem:
    raise pytest.UsageError(str(problem)) from problem

from deploy.settings import *  # noqa: F403

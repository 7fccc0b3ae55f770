"""PostgreSQL and Redis for a developer's machine and for the tests: found, started, and ended by process id.

In order: the address in the environment, a server program on the machine, the one in a wheel of the run lock. Never as
root, on loopback only, behind a password of this folder. Production brings its own servers and uses nothing of this.
"""

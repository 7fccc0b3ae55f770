"""Two of the same at the same time."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection


def at_once(work, times=2):
    """What `work` returned in each of so many threads that began together, each with its own connection."""
    start = Barrier(times, timeout=10)

    def in_thread():
        try:
            start.wait()
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as pool:
        return [future.result(30) for future in [pool.submit(in_thread) for _ in range(times)]]

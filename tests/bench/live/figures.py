"""Figures by name, once a repeat; what is kept of them is the median with the lowest and the highest."""

import json
import statistics
from pathlib import Path
from typing import Any

# In the order in which they are shown.
UNITS = {
    "moves_per_second": "1/s",
    "moves_p50_ms": "ms",
    "moves_p99_ms": "ms",
    "bgio_memory_moves_per_second": "1/s",
    "bgio_postgres_moves_per_second": "1/s",
    "ratio_bgio_memory": "times",
    "ratio_bgio_postgres": "times",
    "cpu_us_per_move": "us",
    "web_cpu_us_per_move": "us",
    "postgres_cpu_us_per_move": "us",
    "redis_cpu_us_per_move": "us",
    "bgio_memory_cpu_us_per_move": "us",
    "bgio_postgres_cpu_us_per_move": "us",
    "rules_us_per_move": "us",
    "one_table_p50_ms": "ms",
    "one_table_p99_ms": "ms",
    "paced_p99_ms": "ms",
    "bgio_postgres_paced_p99_ms": "ms",
    "paced_p99_ratio_bgio_postgres": "times",
    "watchers_2000_ms": "ms",
    "idle_socket_kib": "KiB",
    "idle_5000_ratio": "times",
    "growth_version_400": "times",
    "growth_100k_games": "times",
    "two_processes_cpu_ratio": "times",
    "wal_bytes_per_move": "B",
    "log_bytes_per_move": "B",
    "driver_cores": "cores",
}


class Figures:
    """What was measured so far."""

    def __init__(self) -> None:
        self._values: dict[str, list[float]] = {}

    def add(self, **figures: float) -> None:
        """What one repeat gave. Each name has its unit in UNITS."""
        for name, figure in figures.items():
            assert name in UNITS, name
            self._values.setdefault(name, []).append(figure)

    def summary(self) -> dict[str, dict[str, Any]]:
        """By name: value (the median), unit, low, high."""
        return {
            name: {
                "value": _rounded(statistics.median(values)),
                "unit": unit,
                "low": _rounded(min(values)),
                "high": _rounded(max(values)),
            }
            for name, unit in UNITS.items()
            if (values := self._values.get(name))
        }

    def table(self) -> str:
        """The summary for people."""
        return "\n".join(
            f"{name:36}{result['value']:>12,} {result['unit']:6}({result['low']:,} to {result['high']:,})"
            for name, result in self.summary().items()
        )

    def write(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(self.summary(), indent=2) + "\n")


def quantile(values: list[float], share: float) -> float:
    """The smallest value that so large a share of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _rounded(figure: float) -> float:
    """To four digits: more would claim more than was measured."""
    return float(f"{figure:.4g}")

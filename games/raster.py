"""SVG to PNG, for preview pictures: those who show them take no SVG.

The renderer holds Python's lock while it draws, for a third of a second and more, in which every table of the process
would stand still. So it draws in a process of its own, which is this file as a program.
"""

import subprocess
import sys
from typing import Final

PATIENCE_SECONDS: Final = 20.0


def png(svg: str) -> bytes:
    """The picture in the size that it names. Blocks for half a second; text is not drawn, for there are no fonts.

    Raises subprocess.SubprocessError.
    """
    # -I: nothing of this folder is taken for a module of the standard library
    drawing = subprocess.run(
        [sys.executable, "-I", __file__], input=svg.encode(), capture_output=True, check=True, timeout=PATIENCE_SECONDS
    )
    return drawing.stdout


def _draw() -> None:
    import resvg_py

    sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=sys.stdin.buffer.read().decode(), skip_system_fonts=True))


if __name__ == "__main__":
    _draw()

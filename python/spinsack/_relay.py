# SPDX-License-Identifier: Apache-2.0
"""The worker of a machine that is a function of Python: it hands lines on to the process that has the function.

Run as a program, with the socket of that process. It imports nothing of the package.
"""

import os
import socket
import sys
import threading


def hand_on(source: int, line: socket.socket) -> None:
    """What the command says."""
    for piece in iter(lambda: os.read(source, 1 << 16), b""):
        line.sendall(piece)
    line.shutdown(socket.SHUT_WR)


def main() -> None:
    line = socket.socket(socket.AF_UNIX)
    line.connect(sys.argv[1])
    threading.Thread(target=hand_on, args=(0, line), daemon=True).start()
    for piece in iter(lambda: line.recv(1 << 16), b""):
        sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""What a worker knows the next time it starts: small JSON values in files of its user alone, kept for 30 days."""
import json
import os
import pathlib
import time

KEPT_SECONDS = 30 * 86400


class Memory:
    """A folder under $XDG_STATE_HOME/spinsack or ~/.local/state/spinsack. What cannot be written is not remembered."""

    def __init__(self, name):
        state = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
        self.folder = pathlib.Path(state) / "spinsack" / name

    def file(self, key):
        # Keys come from services: nothing in one may lead out of the folder.
        return self.folder / ("".join(c if c.isalnum() or c in "-_" else f"%{ord(c):x}" for c in key)[:200] + ".json")

    def recall(self, key):
        try:
            return json.loads(self.file(key).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def store(self, key, value):
        """True once the value is safe on disk."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.forget_old()
            target = self.file(key)
            draft = target.with_name(f"{target.stem}.{os.getpid()}.draft")
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with open(handle, "w", encoding="utf-8") as file:
                json.dump(value, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, target)
            return True
        except OSError:
            return False

    def everything(self):
        """Keys and values; of keys that are letters and digits, as digests are."""
        for file in self.folder.glob("*.json"):
            yield file.stem, self.recall(file.stem)

    def forget(self, key):
        """True for the one who did it."""
        try:
            self.file(key).unlink()
            return True
        except OSError:
            return False

    def forget_old(self):
        for file in self.folder.iterdir():
            try:
                if time.time() - file.stat().st_mtime > KEPT_SECONDS:
                    file.unlink()
            except OSError:
                pass  # another worker was faster

# SPDX-License-Identifier: Apache-2.0
"""Jobs that were submitted while nobody may have heard of it: whoever dies between submission and promise leaves a note,
and the next worker that is asked the same fetches that job instead of paying for another."""
import hashlib
import json
import os
import socket

from .memory import Memory

ASKED = ("reads", "time_limit", "target", "seed", "stream", "options")


class SubmittedJobs:
    def __init__(self, name, url):
        self.memory, self.url = Memory(name + "-jobs"), url
        self.noted, self.delivered = {}, []

    def key(self, request):
        question = [self.url, request.model.get("sha256"), *(request.line.get(name) for name in ASKED)]
        return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()

    def left_behind(self, request):
        """The job of a worker on this machine that is gone, for the same question; at most once."""
        key = self.key(request)
        note = self.memory.recall(key)
        if not isinstance(note, dict) or note.get("host") != socket.gethostname() or alive(note.get("process")):
            return None
        return note.get("job") if self.memory.forget(key) else None

    def note(self, request, job):
        self.noted[request.id] = self.key(request)
        self.memory.store(self.noted[request.id], {"job": job, "host": socket.gethostname(), "process": os.getpid()})

    def answered(self, request):
        """The question has its answer; the note goes when spinsack is heard again, and so had time to write."""
        if request.id in self.noted:
            self.delivered.append(self.noted.pop(request.id))

    def heard(self):
        delivered, self.delivered = self.delivered, []
        for key in delivered:
            self.memory.forget(key)


def alive(process):
    try:
        os.kill(int(process), 0)
        return True
    except (OSError, TypeError, ValueError) as error:
        return isinstance(error, PermissionError)

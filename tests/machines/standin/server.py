# SPDX-License-Identifier: Apache-2.0
"""The server: which service a request is for, which fault it meets, and a log of both."""
import http.server
import json
import re
import threading
import time
import urllib.parse

from . import amplify, da, sapi, sqbm
from .problems import Wrong


class Fault:
    """What goes wrong with requests that match, so many times.

    Kinds: a status (with body and Retry-After), close, cut, wrong-type, echo, slow, twice; and what services look
    for themselves: missing-bit, doubled, waiting, error-state, failed-poll.
    """

    def __init__(self, kind, path="", method=None, times=1000000, retry_after=None, body=None, seconds=0):
        self.kind, self.path, self.method, self.times = kind, re.compile(path), method, times
        self.retry_after, self.body, self.seconds, self.content_type = retry_after, body, seconds, "application/json"


class Reply:
    def __init__(self, body, status=200, content_type="application/json"):
        self.status, self.content_type, self.headers = status, content_type, {}
        self.data = body if isinstance(body, bytes) else json.dumps(body).encode()


class StandIn:
    def __init__(self, port=0):
        self.faults, self.log, self.complaints, self.jobs, self.uploads = [], [], [], {}, {}
        self.lock = threading.RLock()
        self.count = 2          # how often the SQBM+ counts an entry off the diagonal
        self.polls = 1          # how often a job is found unfinished
        self.gate = None        # an event that solving waits for
        self.arrived = threading.Semaphore(0)  # one for each model that was received
        self.released = []      # jobs that were deleted or cancelled
        self.connections = 0    # that are open
        self.change = None      # a function of a call and the reply to it: what is sent instead
        standin = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one(self):
                standin.handle(self)

            do_GET = do_POST = do_PUT = do_DELETE = handle_one

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def process_request(self, request, client_address):
                with standin.lock:
                    standin.connections += 1
                super().process_request(request, client_address)

            def process_request_thread(self, request, client_address):
                super().process_request_thread(request, client_address)
                with standin.lock:
                    standin.connections -= 1

            def handle_error(self, *_):
                pass  # clients may go away

        self.server = Server(("127.0.0.1", port), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    # --- what services use ---------------------------------------------------------------------------

    def fault(self, kind, call):
        """Whether this call meets the fault; uses it up."""
        with self.lock:
            for fault in self.faults:
                hit = fault.kind == kind and fault.path.search(call.path) and fault.method in (None, call.method)
                if hit and fault.times > 0:
                    fault.times -= 1
                    return fault
        return None

    def solved(self, call, problem):
        """Best bits and energy, as the faults allow."""
        self.arrived.release()
        if self.gate:
            self.gate.wait(60)
        bits = problem.solved()
        energy = problem.energy(bits) * (2 if self.fault("doubled", call) else 1)
        return (bits[:-1] if self.fault("missing-bit", call) else bits), energy

    def requests(self, method, path):
        with self.lock:
            return [call for call in self.log if call.method == method and re.search(path, call.path)]

    # --- one request ---------------------------------------------------------------------------------

    def handle(self, handler):
        call = Call(handler)
        if len(call.body) < int(handler.headers.get("Content-Length", 0)):
            return self.drop(handler)  # broken off
        with self.lock:
            self.log.append(call)
        for kind in ("close", "slow"):
            fault = self.fault(kind, call)
            if fault and kind == "close":
                return self.drop(handler)
            if fault:
                time.sleep(fault.seconds)
        reply = self.replied(call)
        self.send(handler, call, self.change(call, reply) if self.change else reply)
        return None

    def replied(self, call):
        for fault in self.faults:
            if isinstance(fault.kind, int) and self.fault(fault.kind, call):
                reply = Reply(fault.body if fault.body is not None else {"message": "as asked"}, fault.kind,
                              fault.content_type)
                if fault.retry_after is not None:
                    reply.headers["Retry-After"] = str(fault.retry_after)
                return reply
        if self.fault("echo", call):
            return Reply({"message": f"who are you? {call.secret()} {urllib.parse.quote(call.secret())}"}, 401)
        if self.fault("wrong-type", call):
            return Reply(["not", "what", "was", "expected"])
        try:
            for service in (da, sqbm, sapi, amplify):
                reply = service.reply(self, call)
                if reply is not None:
                    return Reply(*reply) if isinstance(reply, tuple) else Reply(reply)
        except (Wrong, KeyError, ValueError, TypeError, IndexError) as error:
            self.complaints.append(f"{call.method} {call.path}: {error!r}")
            return Reply({"message": f"bad request: {error!r}", "error": {"title": "Bad", "message": str(error)}}, 400)
        except OSError as error:
            text = f"this stand-in cannot solve: {error}; it wants spinsack in PATH, or its place in SPINSACK"
            return Reply({"message": text, "error": {"title": "Broken", "message": text}}, 500)
        self.complaints.append(f"no route: {call.method} {call.path}")
        return Reply({"message": "no such route"}, 404)

    def send(self, handler, call, reply):
        cut, twice = self.fault("cut", call), self.fault("twice", call)
        handler.send_response(reply.status)
        handler.send_header("Content-Type", reply.content_type)
        handler.send_header("Content-Length", str(len(reply.data)))
        handler.send_header("Connection", "close")
        for name, value in reply.headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(reply.data[:len(reply.data) // 2] if cut else reply.data * (2 if twice else 1))
        self.drop(handler)

    @staticmethod
    def drop(handler):
        handler.wfile.flush()
        handler.close_connection = True


class Call:
    """A request, read whole."""

    def __init__(self, handler):
        parts = urllib.parse.urlsplit(handler.path)
        self.method, self.path, self.query = handler.command, parts.path, dict(urllib.parse.parse_qsl(parts.query))
        self.headers = handler.headers
        self.body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))

    def expect(self, **headers):
        """Headers that have to be exactly so; underscores stand for hyphens."""
        for name, value in headers.items():
            found = self.headers.get(name.replace("_", "-"))
            if found != value:
                raise Wrong(f"header {name}: expected {value!r}, found {found!r}")

    def secret(self):
        bearer = self.headers.get("Authorization", "")
        return bearer[7:] if bearer else self.headers.get("X-Api-Key") or self.headers.get("X-Auth-Token") or ""

# SPDX-License-Identifier: Apache-2.0
"""HTTP to a service: one connection per exchange, no redirects, no retries; every failure in the protocol's words.

A new connection each time costs a handshake, but a paid request never goes out on one that died unnoticed.
"""
import base64
import datetime
import email.utils
import http.client
import json
import socket
import ssl
import urllib.parse
import urllib.request

from .errors import MachineError

CONNECT_SECONDS = 60
ANSWER_SECONDS = 120
LARGEST_ANSWER = 1 << 30
CODES = {401: "auth", 403: "auth", 402: "quota", 408: "busy", 413: "size", 429: "busy", 503: "busy"}


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self, kind=dict):
        try:
            value = json.loads(self.body)
        except (ValueError, RecursionError) as error:
            raise MachineError("network", f"broken answer: not JSON: {error}") from None
        if not isinstance(value, kind):
            raise MachineError("network", f"broken answer: expected {kind.__name__}, found {type(value).__name__}")
        return value


class Service:
    """A service at a URL. headers() gives those of every request, code_of(status, text) the codes that are its own;
    plain allows http:// beyond this machine."""

    def __init__(self, url, redact, headers=dict, code_of=lambda status, text: None, plain=False):
        self.url = url.rstrip("/")
        self.redact, self.headers, self.code_of = redact, headers, code_of
        parts = urllib.parse.urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SystemExit(f"expected a URL that begins with http:// or https://, found {redact(url)!r}")
        if parts.username or parts.password:
            raise SystemExit("expected a URL without user and password; put secrets into environment variables")
        if parts.scheme == "http" and not plain and not loopback(parts.hostname):
            raise SystemExit(f"expected https:// for {parts.hostname}: the token would cross the network in the clear")
        self.parts = parts

    def call(self, request, method, path, body=None, headers=None, patience=ANSWER_SECONDS, interruptible=True,
             paid=False):
        """One exchange. request gives deadline, cancel and the clock; patience is for the first byte of the answer.
        Once all of what is paid for is sent, the machine may have taken it, whatever happens after."""
        exchange = Exchange(self, request, interruptible)
        try:
            answer = exchange.run(method, path, body, {**self.headers(), **(headers or {})}, patience)
        finally:
            request.taken = request.taken or paid and exchange.sent
        if not 200 <= answer.status < 300:
            request.taken = request.taken and not paid
            raise self.refusal(answer)
        return answer

    def refusal(self, answer):
        text = self.redact(text_of(answer.body))[:300]  # cut last: half a secret is one, too
        more = {"retry_after": after} if (after := seconds_after(answer.headers.get("Retry-After"))) is not None else {}
        code = self.code_of(answer.status, text) or CODES.get(answer.status) or (
            "machine" if answer.status >= 500 else "parameter")
        if 300 <= answer.status < 400:
            code, text, more = "network", "a redirection, which is not followed", {"retry": False}
        error = MachineError(code, f"HTTP {answer.status}: {text}".rstrip(": "), **more)
        error.status = answer.status
        return error


class Exchange:
    def __init__(self, service, request, interruptible):
        self.service, self.request, self.interruptible = service, request, interruptible
        self.sent = False  # whether the service has the whole of it

    def run(self, method, path, body, headers, patience):
        connection = None
        try:
            with self.request.timed("send"):
                connection = self.connect()
                self.send(connection, method, path, body, headers)
            connection.sock.settimeout(min(patience or 86400, self.request.remaining()))
            response = connection.getresponse()
            with self.request.timed("receive"):
                return Answer(response.status, response.headers, self.read(connection, response))
        except (OSError, http.client.HTTPException) as error:
            self.request.check()  # perhaps that is why
            raise MachineError("network", self.service.redact(reason(error, self.service.parts.hostname))) from None
        finally:
            self.request.abort = None
            if connection:
                connection.close()

    def connect(self):
        parts, secure = self.service.parts, self.service.parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        proxies = urllib.request.getproxies()
        proxy = proxies.get(parts.scheme)
        timeout = min(CONNECT_SECONDS, self.request.remaining())
        if proxy and not urllib.request.proxy_bypass(parts.hostname) and secure:
            via = urllib.parse.urlsplit(proxy if "//" in proxy else "//" + proxy)
            connection = http.client.HTTPSConnection(via.hostname, via.port or 8080, timeout=timeout,
                                                     context=ssl.create_default_context())
            connection.set_tunnel(parts.hostname, port, proxy_headers(via))
        elif secure:
            connection = http.client.HTTPSConnection(parts.hostname, port, timeout=timeout,
                                                     context=ssl.create_default_context())
        else:
            connection = http.client.HTTPConnection(parts.hostname, port, timeout=timeout)
        connection.connect()
        if self.interruptible:
            self.request.abort = lambda: shut(connection.sock)
        self.request.check()
        return connection

    def send(self, connection, method, path, body, headers):
        headers = {"User-Agent": "spinsack-machine", "Connection": "close", **headers}
        try:
            connection.request(method, self.service.parts.path + path, body, headers)
        except (BrokenPipeError, ConnectionResetError):
            pass  # refused before the end of the body: the answer says why, if there is one
        else:
            self.sent = True

    def read(self, connection, response):
        """All of the body, whatever time its pieces take."""
        pieces, size = [], 0
        while True:
            if connection.sock:
                connection.sock.settimeout(min(ANSWER_SECONDS, self.request.remaining()))
            piece = response.read1(1 << 20)
            if not piece:
                break
            pieces.append(piece)
            size += len(piece)
            if size > LARGEST_ANSWER:
                raise MachineError("network", f"broken answer: more than {LARGEST_ANSWER} bytes")
        if response.length:  # read1() does not tell
            raise http.client.IncompleteRead(b"", response.length)
        return b"".join(pieces)


def loopback(host):
    return host in ("localhost", "::1") or host.startswith("127.")


def proxy_headers(via):
    """Who we are for a proxy that wants to know: HTTPS_PROXY=http://user:password@host:port."""
    if via.username is None:
        return {}
    words = ":".join(urllib.parse.unquote(word or "") for word in (via.username, via.password))
    return {"Proxy-Authorization": "Basic " + base64.b64encode(words.encode()).decode()}


def shut(connected):
    try:
        socket.socket.shutdown(connected, socket.SHUT_RDWR)  # under TLS, whose own is not made for a second thread
    except (OSError, TypeError):
        pass  # closed already


def reason(error, host):
    if isinstance(error, http.client.IncompleteRead):
        return f"{host}: the answer ended too early"
    if isinstance(error, http.client.RemoteDisconnected):
        return f"{host}: the connection was closed without an answer"
    if isinstance(error, (socket.timeout, TimeoutError)):
        return f"{host}: no answer"
    return f"{host}: {getattr(error, 'strerror', None) or error or type(error).__name__}"


def text_of(body):
    """What an error page says: the message of a JSON object, or its text on one line."""
    text = body[:100000].decode("utf-8", "replace")
    try:
        value = json.loads(text)
    except ValueError:
        return " ".join(text.split())
    if isinstance(value, dict):
        inner = value.get("error") if isinstance(value.get("error"), dict) else value
        found = [str(inner[name]) for name in ("title", "message", "error_msg") if inner.get(name)]
        if found:
            return ": ".join(found)
    return " ".join(text.split())


def seconds_after(header):
    """Retry-After, in seconds from now."""
    if header is None:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        when = email.utils.parsedate_to_datetime(header)
        return max(0.0, (when - datetime.datetime.now(datetime.timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None

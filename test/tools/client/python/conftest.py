"""What the tests are given: a gateway in front of nodes that answer with the contract's examples, and a server that misbehaves on request."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Iterator

import pytest

GIVEN: dict[str, Any] = json.loads(open(os.environ["TOLLGATE_TEST_FACTS"], encoding="utf-8").read())
SECRET = "secret-key"


class Misbehaving(BaseHTTPRequestHandler):
    """Does what the method of the call says."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        call = body[0] if isinstance(body, list) else body
        getattr(self, call["method"].partition(":")[0])(call, body)

    def answer(self, text: str, status: int = 200, headers: dict[str, str] = {}) -> None:
        content = text.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def fail(self, call: Any, body: Any) -> None:
        """With an error of the contract: `fail:NAME`."""
        error = GIVEN["errors"][call["method"].partition(":")[2]]
        self.answer(json.dumps({"jsonrpc": "2.0", "id": call["id"], "error": error["object"]}), error["httpStatus"])

    def say(self, call: Any, body: Any) -> None:
        """The first param, as it is, but for the id."""
        self.answer(call["params"][0].replace("ID", str(call["id"])), *call["params"][1:])

    def port(self, call: Any, body: Any) -> None:
        """The client's port, which is another one on each connection."""
        self.answer(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": self.client_address[1]}))

    def silence(self, call: Any, body: Any) -> None:
        self.server.over.wait(20)  # type: ignore[attr-defined]
        self.close_connection = True

    def head(self, call: Any, body: Any) -> None:
        """The head of an answer, after the seconds of the first param; and no more."""
        time.sleep(call["params"][0])
        self.send_response(200)
        self.send_header("content-length", "2000")
        self.end_headers()
        self.silence(call, body)

    def trickle(self, call: Any, body: Any) -> None:
        self.send_response(200)
        self.send_header("content-length", "2000")
        self.end_headers()
        try:
            for _ in range(1_200):
                self.wfile.write(b" ")
                self.wfile.flush()
                time.sleep(0.05)
        except OSError:
            pass
        self.close_connection = True

    def drop(self, call: Any, body: Any) -> None:
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="session")
def bad_url() -> Iterator[str]:
    """Of the server that misbehaves."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Misbehaving)
    server.daemon_threads = True
    server.over = threading.Event()  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/main/v3/{SECRET}"
    server.over.set()  # type: ignore[attr-defined]
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def given() -> dict[str, Any]:
    """URLs of the gateway, and what the contract says: methods with their examples, and errors."""
    return GIVEN

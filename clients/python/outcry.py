"""A venue for Python tests: starts `outcry serve` as a child, trades on it, brings events about, and ends it.

One file, the standard library only, Python 3.9 or later: copy it beside your tests. Prices, sizes and amounts are decimals as
strings, as on the wire.

    from outcry import Venue

    with Venue(prices={"btc": "60000"}) as venue:
        bot = YourBot(base_url=venue.base_url, **venue.credentials("demo-1"))
        venue.price("btc", "58800")
        venue.step(60_000)  # a minute of market time

With pytest the fixture `outcry_venue` is a fresh venue for each test; put `from outcry import outcry_venue` into conftest.py.
The child ends when this process does, however it ends (`--exit-with-parent`).
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import re
import shlex
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import deque
from types import TracebackType
from typing import IO, Any, Callable, Deque, Dict, Mapping, Optional, Sequence, Type

__all__ = ["Refused", "Venue"]

# HTTP status: the venue did not wait for the rest of a request, and did nothing.
_LATE = 408
# How often a request goes out, at most, that did not reach the venue as a whole.
_ATTEMPTS = 10
# How long trading waits for an answer, in seconds. What an operator asks for may take as long as it takes.
_PATIENCE = 30.0
# Of what a venue says on stderr the last lines are kept, for whoever asks why it ended.
_LINES = 200
# The connection ended before the last byte of a request was sent.
_CUT_SHORT = (BrokenPipeError, ConnectionResetError, ConnectionAbortedError)
# Past any proxy that the environment names: a venue is on this machine, and its keys are for nobody else.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Refused(Exception):
    """The venue's own code and words for a request that it refused."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{code}: {message} (HTTP {status})")
        self.status = status
        self.code = code


class Venue:
    """A running venue. Market time stands still until it is stepped.

    command: how to start outcry; by default `OUTCRY_COMMAND`, else `npx --no-install outcry`.
    prices: index price by base coin.
    options: more options of `outcry serve`, such as ["--wire", "observed"]; a later one wins.
    """

    def __init__(
        self,
        prices: Optional[Mapping[str, str]] = None,
        options: Sequence[str] = (),
        command: Optional[Sequence[str]] = None,
    ) -> None:
        given = command or shlex.split(os.environ.get("OUTCRY_COMMAND", "npx --no-install outcry"))
        words = [*given, "serve", "--port", "0", "--ready-json", "--exit-with-parent", "--data", "memory"]
        words += ["--market", "empty", "--prehistory", "0", "--clock", "test", "--limits", "off", "--log", "off"]
        words += ["--requests", "all"]
        for coin, price in (prices or {}).items():
            words += ["--price", f"{coin}={price}"]
        self._has_ended = False
        self._child: Optional["subprocess.Popen[str]"] = subprocess.Popen(
            [*words, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self._child.stdout is not None and self._child.stderr is not None
        self._errors: Deque[str] = deque(maxlen=_LINES)
        self._listening = [_drained(self._child.stderr, self._errors)]
        line = self._child.stdout.readline()
        self._listening.append(_drained(self._child.stdout, deque(maxlen=0)))
        try:
            ready = json.loads(line)
        except ValueError:
            self._child.terminate()
            raise RuntimeError(f"the venue did not start: {self._ended() or line.strip()}") from None
        self._take(ready)

    def _ended(self) -> str:
        """Waits for the end of the child, and for the last of what it says on stderr."""
        assert self._child is not None
        self._child.wait()
        for thread in self._listening:
            thread.join()
        return "".join(self._errors).strip()

    def _take(self, ready: Mapping[str, Any]) -> None:
        self.base_url: str = ready["baseUrl"]
        self.ws_url: str = ready["wsUrl"]
        self.control_url: str = ready["controlUrl"]
        self.admin_token: str = ready["adminToken"]
        self._accounts: Dict[str, Dict[str, str]] = {each["name"]: each for each in ready["accounts"]}
        self._stamping = threading.Lock()
        self._stamped = 0

    def __enter__(self) -> "Venue":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Ends the venue cleanly, and its branches with it; nothing happens when it has ended."""
        if self._child is None:
            if not self._has_ended:
                self._has_ended = True
                try:
                    self.control("stop", {})
                except urllib.error.URLError:
                    pass  # it has ended with the venue that it branched from
            return
        if self._child.poll() is None:
            self._child.terminate()
        errors = self._ended()
        if self._child.returncode != 0:
            raise RuntimeError(f"the venue ended with {self._child.returncode}: {errors}")

    # Trading

    def credentials(self, account: str = "demo-1") -> Dict[str, str]:
        """The three strings that an account signs with: apiKey, secret, passphrase."""
        known = self._accounts[account]
        return {name: known[name] for name in ("apiKey", "secret", "passphrase")}

    def signed(self, method: str, path: str, fields: Any = None, account: str = "demo-1") -> Any:
        """A signed request, such as signed("GET", "/capi/v2/account/assets"); raises Refused."""
        body = "" if fields is None else json.dumps(fields)
        keys = self.credentials(account)

        def headers() -> Dict[str, str]:
            timestamp = self._stamp()
            text = timestamp + method + path + body
            digest = hmac.new(keys["secret"].encode(), text.encode(), hashlib.sha256).digest()
            return {
                "ACCESS-KEY": keys["apiKey"],
                "ACCESS-PASSPHRASE": keys["passphrase"],
                "ACCESS-TIMESTAMP": timestamp,
                "ACCESS-SIGN": base64.b64encode(digest).decode(),
                "Content-Type": "application/json",
            }

        return self._send(self.base_url + path, method, body, headers, _PATIENCE)

    def _stamp(self) -> str:
        """Unix ms, never the same twice: a request that is byte for byte an earlier one is that one, sent again."""
        with self._stamping:
            self._stamped = max(int(time.time() * 1000), self._stamped + 1)
            return str(self._stamped)

    # The operator's hand

    def price(self, symbol: str, price: str) -> None:
        """Sets an index price ("58800") or moves it ("-10%"); what that sets off has happened on return."""
        self.control("prices/push", {"prices": {symbol: price}})

    def deposit(self, account: str, amount: str, reference: Optional[str] = None) -> Any:
        """Pays USDT in; with a reference of your choice once only: repeated, it answers what it answered first."""
        return self.control("money/deposit", _once({"account": account, "amount": amount}, reference))

    def withdraw(self, account: str, amount: str, reference: Optional[str] = None) -> Any:
        """Takes USDT out; with a reference once only."""
        return self.control("money/withdraw", _once({"account": account, "amount": amount}, reference))

    def cancel(self, order_id: str) -> None:
        """Cancels anybody's order."""
        self.control("orders/cancel", {"order": order_id})

    def liquidate(self, account: str) -> Any:
        """Takes the shared positions of an account through the whole ladder, whatever their margin."""
        return self.control("accounts/liquidate", {"account": account})

    def fund(self, amount: str, reference: Optional[str] = None) -> Any:
        """Pays into the insurance fund, or with a minus takes out; with a reference once only."""
        if amount.startswith("-"):
            return self.control("fund/withdraw", _once({"amount": amount[1:]}, reference))
        return self.control("fund/deposit", _once({"amount": amount}, reference))

    def bundle(self, directory: str) -> str:
        """Leaves journal, requests and timeline for whoever was not there; returns the directory.

        `data` in it is a copy of the venue without secrets: `outcry audit --journal DIRECTORY/data` examines it, and under the
        same OUTCRY_MASTER_KEY `outcry serve --data DIRECTORY/data` opens it. A directory that is there gets a number.
        """
        left: str = self.control("bundle", {"directory": os.path.abspath(directory)})["directory"]
        return left

    def account(self, name: str = "demo-1") -> Any:
        """Settings, money and positions of an account, now."""
        return self.control("accounts/show?" + urllib.parse.urlencode({"account": name}))

    def branch(self) -> "Venue":
        """A second venue that goes on from this very moment, with the same accounts, keys, orders and positions.

        Two branches of one moment give the same answers to the same requests; this venue goes on as if there were none.
        It ends with this venue, or by its own `stop` (or a `with`).
        """
        other = object.__new__(Venue)
        other._child = None
        other._has_ended = False
        other._take(
            {**self.control("branch", {}), "adminToken": self.admin_token, "accounts": list(self._accounts.values())}
        )
        return other

    def step(self, ms: int) -> None:
        """Moves market time on; everything that falls due has happened on return."""
        self.control("clock/step", {"ms": ms})

    def next_event(self) -> None:
        """Moves market time on to whatever happens next."""
        self.control("clock/next", {})

    def control(self, path: str, fields: Any = None) -> Any:
        """Any other operation of control: a GET, or with fields a POST; raises Refused."""
        headers = {"Authorization": "Bearer " + self.admin_token}
        body = "" if fields is None else json.dumps(fields)
        method = "GET" if fields is None else "POST"
        return self._send(f"{self.control_url}/control/{path}", method, body, lambda: headers, None)

    @staticmethod
    def _send(
        url: str, method: str, body: str, headers: Callable[[], Dict[str, str]], timeout: Optional[float]
    ) -> Any:
        """Sends a request; again, with new headers, while this process is held up for too long to send the whole of it."""
        attempt = 0
        while True:
            attempt += 1
            request = urllib.request.Request(url, method=method, data=body.encode() or None, headers=headers())
            try:
                with _OPENER.open(request, timeout=timeout) as answer:
                    return _read(answer.read(), f"{method} {url}", answer.status)
            except urllib.error.HTTPError as refusal:
                if refusal.code == _LATE and attempt < _ATTEMPTS:
                    refusal.close()
                    continue
                told = _read(refusal.read(), f"{method} {url}", refusal.code)
                if not isinstance(told, dict):
                    told = {"code": None, "msg": told}
                raise Refused(refusal.code, str(told.get("code")), str(told.get("msg"))) from None
            except urllib.error.URLError as error:  # of connecting and sending only: what comes after is not wrapped
                if not isinstance(error.reason, _CUT_SHORT) or attempt == _ATTEMPTS:
                    raise


def _drained(pipe: IO[str], into: Deque[str]) -> threading.Thread:
    """Reads a pipe to its end, so that whoever writes into it never waits for a reader."""

    def drain() -> None:
        with pipe:
            into.extend(pipe)

    thread = threading.Thread(target=drain, daemon=True)
    thread.start()
    return thread


def _read(answer: bytes, asked: str, status: int) -> Any:
    try:
        return json.loads(answer)
    except ValueError:
        text = answer[:200].decode(errors="replace").strip()
        raise RuntimeError(f"{asked} was answered by no venue: HTTP {status}, {text}") from None


def _once(fields: Dict[str, str], reference: Optional[str]) -> Dict[str, str]:
    return fields if reference is None else {**fields, "reference": reference}


try:
    import pytest
except ImportError:
    pass
else:

    @pytest.fixture
    def outcry_venue(request: pytest.FixtureRequest) -> Any:
        """A fresh venue for a test, ended when the test ends. A failed test leaves a bundle in $OUTCRY_BUNDLES, if that is set."""
        before = request.session.testsfailed
        with Venue() as venue:
            yield venue
            bundles = os.environ.get("OUTCRY_BUNDLES")
            if bundles and request.session.testsfailed > before:
                name = re.sub(r"[^\w.-]+", "-", request.node.nodeid)
                print(f"the venue of the failed test: {venue.bundle(os.path.join(bundles, name))}")

    __all__ += ["outcry_venue"]

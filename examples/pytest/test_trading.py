"""A test suite that brings its own venue: in memory, on a free port, with a clock that moves only when told to.

In the repository: npm run build, then
OUTCRY_COMMAND="node dist/program/main.js" PYTHONPATH=clients/python python -m pytest examples/pytest
"""

import pytest
from outcry import Refused, Venue

BUY = {"symbol": "cmt_btcusdt", "type": "1", "order_type": "0", "match_price": "0", "price": "59500", "size": "0.1"}


def test_an_order_rests_until_the_market_comes(outcry_venue: Venue) -> None:
    outcry_venue.price("btc", "60000")
    outcry_venue.signed("POST", "/capi/v2/order/placeOrder", {**BUY, "client_oid": "bid"})
    assert outcry_venue.account("demo-1")["liveOrders"] == 1
    sell = {**BUY, "type": "2", "client_oid": "ask"}
    outcry_venue.signed("POST", "/capi/v2/order/placeOrder", sell, account="demo-2")
    (position,) = outcry_venue.signed("GET", "/capi/v2/account/position/allPosition")
    assert (position["side"], position["size"]) == ("LONG", "0.1000")


def test_too_large_an_order_is_refused(outcry_venue: Venue) -> None:
    outcry_venue.price("btc", "60000")
    with pytest.raises(Refused, match="not enough") as refused:
        outcry_venue.signed("POST", "/capi/v2/order/placeOrder", {**BUY, "client_oid": "huge", "size": "90"})
    assert refused.value.code == "40015"


def test_time_moves_when_the_test_says_so(outcry_venue: Venue) -> None:
    before = outcry_venue.signed("GET", "/capi/v2/market/time")["timestamp"]
    outcry_venue.step(60_000)
    assert outcry_venue.signed("GET", "/capi/v2/market/time")["timestamp"] - before == 60_000

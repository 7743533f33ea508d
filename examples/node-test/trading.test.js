import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, afterEach, before, test } from "node:test";
import { startVenue } from "outcry";

/*
 * A test suite that brings its own venue: in memory, on a free port, with a clock that moves only when told
 * to. A failed test leaves bundles/<its name> behind: journal, requests, timeline. In the repository: npm run
 * build, then npx node --test examples/node-test
 */

let venue;

before(async () => {
  venue = await startVenue({
    accounts: [{ name: "maker" }, { name: "taker", balance: "500" }],
    prices: { btc: 60_000 },
    seed: 7,
    requests: "all",
  });
});

afterEach(async (context) => {
  if (!context.passed) await venue.bundle(`bundles/${context.name.replace(/\W+/g, "-")}`);
});

after(() => venue.stop());

test("a taker buys from a maker", async () => {
  const [maker, taker] = venue.accounts;
  await call(
    maker,
    "POST",
    "order/placeOrder",
    order({ type: "2", size: "0.1", price: "60010", client_oid: "ask" }),
  );
  const bought = await call(
    taker,
    "POST",
    "order/placeOrder",
    order({ type: "1", size: "0.05", match_price: "1", client_oid: "buy" }),
  );
  await venue.settle(); // history has taken everything in
  const { list } = await call(taker, "GET", "order/fills?symbol=cmt_btcusdt");
  assert.equal(list.length, 1);
  assert.equal(String(list[0].orderId), bought.order_id);
  assert.equal(Number(list[0].fillSize), 0.05);
  assert.equal(Number(list[0].fillValue), 3000.5);
});

test("an order larger than the account can pay for is refused in the words that clients know", async () => {
  const [, taker] = venue.accounts;
  const big = order({ type: "1", size: "5", price: "60000", client_oid: "too-big" });
  await assert.rejects(call(taker, "POST", "order/placeOrder", big), /40015 .*not enough/);
});

test("time moves when the test says so, and everything that falls due has happened", async () => {
  const [maker] = venue.accounts;
  const before = await call(maker, "GET", "market/time");
  await venue.price("btc", "61000");
  await venue.step(60_000);
  const { timestamp } = await call(maker, "GET", "market/time");
  assert.equal(timestamp - before.timestamp, 60_000);
});

function order(given) {
  return { symbol: "cmt_btcusdt", order_type: "0", match_price: "0", ...given };
}

/** A signed request, as any client of the interface makes it. Rejects with the code of an error. */
async function call({ apiKey, secret, passphrase }, method, name, fields) {
  const path = `/capi/v2/${name}`;
  const body = fields === undefined ? "" : JSON.stringify(fields);
  const timestamp = String(Date.now());
  const response = await fetch(venue.baseUrl + path, {
    method,
    headers: {
      "ACCESS-KEY": apiKey,
      "ACCESS-PASSPHRASE": passphrase,
      "ACCESS-TIMESTAMP": timestamp,
      "ACCESS-SIGN": createHmac("sha256", secret)
        .update(timestamp + method + path + body)
        .digest("base64"),
      "Content-Type": "application/json",
    },
    ...(body !== "" && { body }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${name}: ${answer.code} ${answer.msg}`);
  return answer;
}

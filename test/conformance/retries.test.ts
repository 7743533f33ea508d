import { afterAll, beforeAll, expect, test } from "vitest";
import { FIRST_USER_ACCOUNT } from "../../src/core/index.ts";
import { limitProfiles } from "../../src/gateway/index.ts";
import { SeededRng } from "../../src/host/seededRng.ts";
import type { Venue } from "../../src/venue/index.ts";
import { startVenue } from "../../src/venue/index.ts";
import type { RawRequest } from "../host/rawConnection.ts";
import { RawConnection } from "../host/rawConnection.ts";
import { Client, send } from "../venue/client.ts";

/**
 * Retries: every signed request is sent several times, on several connections, in any order, some of which
 * are cut right after the last byte has left. At most one order a signed request, at most one live order a
 * client id, and every answer is the first one.
 */

const REQUESTS = process.env.OUTCRY_LONG === "1" ? 10_000 : 1_000;
const ROUND = 50;
const CONNECTIONS = 4;

let venue: Venue;
let client: Client;
beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000 }, balance: "100000000" });
  client = new Client(venue.baseUrl, venue.accounts[0]!);
});
afterAll(async () => {
  venue.engine.audit();
  await venue.stop();
});

/** A signed placement, an order of its own or one that claims the client id of another. */
function placement(index: number, isTwin: boolean): RawRequest {
  const kind = index % 4;
  const id = `r${isTwin ? index - 1 : index}`;
  const size = "0.0001";
  const price = String(30_000 + index);
  const fields =
    kind === 2
      ? { size, type: "1", match_type: "1", trigger_price: price, client_oid: id }
      : { size, type: "1", order_type: "0", match_price: "0", price, client_oid: id };
  const path = kind === 2 ? "order/plan_order" : "order/placeOrder";
  const { headers, body, method } = client.sign(
    "POST",
    path,
    JSON.stringify({ symbol: "cmt_btcusdt", ...fields }),
  );
  return { method, path: `/capi/v2/${path}`, headers, body: Buffer.from(body) };
}

test(`${REQUESTS} placements, each sent two to four times`, async () => {
  const rng = new SeededRng(15);
  const below = (n: number) => rng.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0) % n;
  const answers = new Map<number, Set<string>>();
  const isTwin = (index: number) => index % 10 === 1;
  for (let from = 0; from < REQUESTS; from += ROUND) {
    const requests = Array.from({ length: ROUND }, (_, i) => placement(from + i, isTwin(from + i)));
    const connections = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => RawConnection.open(venue.port)),
    );
    const sent: number[][] = connections.map(() => []);
    for (let i = 0; i < ROUND; i++) {
      for (let copies = 2 + below(3); copies > 0; copies--) sent[below(CONNECTIONS)]!.push(i);
    }
    for (const list of sent) list.sort(() => below(3) - 1);
    const cut = below(CONNECTIONS);
    for (const [at, connection] of connections.entries()) {
      connection.write(sent[at]!.map((i) => requests[i]!));
      if (at === cut) connection.socket.end();
    }
    for (const [at, connection] of connections.entries()) {
      if (at === cut) continue;
      const replies = await connection.read(sent[at]!.length);
      for (const [n, { text }] of replies.entries()) note(from + sent[at]![n]!, text);
    }
    // Whoever heard nothing sends it once more.
    const again = await RawConnection.open(venue.port);
    again.write(requests);
    for (const [i, { text }] of (await again.read(ROUND)).entries()) note(from + i, text);
    for (const connection of [...connections, again]) connection.close();
    await client.post("order/cancelAllOrders");
    const live = await venue.engine.query({
      type: "orders",
      account: FIRST_USER_ACCOUNT,
      contract: undefined,
      which: "all",
    });
    expect(new Set(live.map(({ clientId }) => clientId)).size).toBe(live.length);
    await client.post("order/cancelAllOrders", { cancelOrderType: "plan" });
  }
  const ids = new Set<string>();
  for (const [index, texts] of answers) {
    expect([...texts], `request ${index}`).toHaveLength(1);
    const { order_id } = JSON.parse([...texts][0]!);
    if (order_id !== undefined) ids.add(order_id);
    // Of two requests with one client id one wins, whichever came first.
    else expect([...texts][0]).toContain("duplicate client order id");
  }
  expect(answers.size).toBe(REQUESTS);
  await venue.settle();
  const { total } = await venue.history.orders({
    account: FIRST_USER_ACCOUNT,
    family: "all",
    limit: 1,
  });
  expect(total).toBe(ids.size);
  expect(ids.size).toBe(REQUESTS - REQUESTS / 10);

  function note(index: number, text: string): void {
    // The reason of a duplicate names an order that may be gone by now; it is the same answer all the same.
    const texts = answers.get(index) ?? new Set();
    answers.set(index, texts.add(text));
  }
});

test("a refusal that passes is no answer to keep: the same bytes are tried again", async () => {
  const once = { max: 1, windowMs: 3_600_000 };
  const limited = await startVenue({
    prices: { btc: 60_000 },
    limits: { ...limitProfiles.off, perOperation: once },
  });
  const account = limited.accounts[0]!;
  const bot = new Client(limited.baseUrl, account);
  for (const [path, fields] of [
    [
      "order/placeOrder",
      { symbol: "cmt_btcusdt", size: "0.01", type: "1", order_type: "0", match_price: "0", price: "50000" },
    ],
    ["order/cancelAllOrders", { symbol: "cmt_btcusdt" }],
  ] as const) {
    expect((await bot.post(path, fields)).status).toBe(200);
    const again = bot.sign("POST", path, JSON.stringify(fields));
    expect((await send(again)).status).toBe(429);
    expect((await send(again)).status).toBe(429);
    limited.gateway.limits.use(limitProfiles.off);
    const late = await send(again);
    expect(late.status, late.text).toBe(200);
    expect((await send(again)).text).toBe(late.text);
    limited.gateway.limits.use({ ...limitProfiles.off, perOperation: once });
  }
  await limited.stop();
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { EventOf } from "../../src/kernel/core/index.ts";
import { decodeEvents, RecordView } from "../../src/kernel/core/index.ts";
import type { RecoveryReport } from "../../src/kernel/engine/index.ts";
import { exchangeMachine, formatTag, replayLog } from "../../src/kernel/engine/index.ts";
import { NodeDisk } from "../../src/kernel/host/nodeDisk.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { FileLog } from "../../src/kernel/journal/fileLog.ts";
import { patiently } from "../../src/service/readmodel/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import type { Key, Reply, Signed } from "./client.ts";
import { Client, send } from "./client.ts";
import { exact, sum } from "./decimal.ts";
import { slowTime } from "./slowTime.ts";

const KILLS = process.env.OUTCRY_LONG === "1" ? 200 : 10;
/** A life takes two seconds of a processor; where thirty others want two of them that is a minute. */
const TIMEOUT_MS = KILLS * 180_000;
const CONNECTIONS = 8;
/** So many of the connections speak V2, the others the fapi dialect. */
const OF_V2 = 4;
const BEGUN = Date.now();
const now = () => slowTime(BEGUN);
const SYMBOL = "cmt_btcusdt";

/** A request whose answer was, or was not, seen before the process died. */
interface Sent {
  readonly request: Signed;
  readonly reply: Reply | undefined;
}

/** What clients know for certain, over all lives of the venue. */
class Known {
  /** Accepted orders by id, with what was asked for. */
  readonly orders = new Map<
    string,
    { readonly owner: number; readonly clientId: string; readonly size: string }
  >();
  /** Ids of orders whose cancellation was acknowledged. */
  readonly canceled = new Set<string>();
  /** Fills as they were first shown, by account and trade. */
  readonly fills = new Map<string, string>();
  /** Bills as they were first shown. */
  readonly bills = new Map<string, string>();
  /** Requests of the life that has just ended. */
  sent: Sent[] = [];
  acknowledged = 0;
}

test(
  `kill -9 of the venue under load of two dialects, ${KILLS} times: nothing acknowledged is lost, doubled or changed`,
  async () => {
    const directory = temporaryDirectory();
    const data = join(directory, "data");
    // What a life does between its requests is drawn apart from what connections draw, whose order no seed
    // decides.
    const lives = new SeededRng(5);
    const rng = new SeededRng(6);
    const known = new Known();
    let keys: readonly Key[] | undefined;
    let snapshots = 0;
    for (let life = 0; life <= KILLS; life++) {
      // Now and then the venue dies while it recovers, which must change nothing.
      if (life > 0 && lives.oneIn(5)) await killWhileRecovering(data);
      const child = await start(data);
      try {
        keys ??= child.keys;
        expect(child.keys).toEqual(keys);
        if (child.recovery.snapshotSeq > 0) snapshots++;
        const traders = keys.slice(0, 2).map((key) => new Client(child.baseUrl, key, now));
        await expectAnswersRepeated(known, child.baseUrl);
        await expectKnown(known, traders);
        if (life === KILLS) break;
        await trade(child, traders, known, { rng, acknowledgements: 20 + lives.below(200) });
        // Now and then it is stopped and started in between, so that the next lives replay from a snapshot.
        if (lives.oneIn(6)) await (await start(data)).stop();
      } finally {
        await child.kill();
      }
    }
    expect(known.acknowledged).toBeGreaterThan(KILLS * 50);
    expect(snapshots).toBeGreaterThan(0);
    expect(known.fills.size).toBeGreaterThan(KILLS * 5);
    await expectBooksInOrder(data, known);
  },
  TIMEOUT_MS,
);

/** A process that runs, or is about to run, the venue. */
interface Running {
  readonly lines: AsyncIterable<string>;
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>;
  /** SIGTERM, after which it ends by itself. */
  stop(): Promise<void>;
}

interface Child extends Running {
  readonly baseUrl: string;
  readonly keys: readonly Key[];
  readonly recovery: RecoveryReport;
}

function spawnVenue(data: string): Running {
  const words = [join(import.meta.dirname, "killChild.ts"), data, '{"btc":60000}', String(BEGUN)];
  const child = spawn(process.execPath, words, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_COMPILE_CACHE: join(data, "../compiled") },
  });
  onTestFinished(() => {
    child.kill("SIGKILL"); // it is alive only if the test has failed
  });
  const exited = once(child, "exit");
  const end = async (signal: "SIGKILL" | "SIGTERM", expected: readonly unknown[]) => {
    child.kill(signal);
    expect(await exited).toEqual(expected);
  };
  return {
    lines: createInterface({ input: child.stdout }),
    kill: () => end("SIGKILL", [null, "SIGKILL"]),
    stop: () => end("SIGTERM", [0, null]),
  };
}

async function start(data: string): Promise<Child> {
  const running = spawnVenue(data);
  for await (const line of running.lines) {
    if (!line.startsWith("{")) continue;
    const { baseUrl, accounts, recovery } = JSON.parse(line);
    const file = JSON.parse(readFileSync(join(data, "demo-credentials.json"), "utf8"));
    expect(file).toMatchObject({ baseUrl, accounts });
    return { ...running, baseUrl, keys: accounts, recovery };
  }
  throw new Error("the venue did not start");
}

/** Kills at the first sign of life: while it replays, or, after a clean stop, as soon as it is ready. */
async function killWhileRecovering(data: string): Promise<void> {
  const { lines, kill } = spawnVenue(data);
  for await (const _ of lines) break;
  await kill();
}

/**
 * Two accounts place, cancel and read on several connections until the venue dies after so many
 * acknowledgements.
 */
async function trade(
  child: Child,
  traders: readonly Client[],
  known: Known,
  { rng, acknowledgements }: { readonly rng: SeededRng; readonly acknowledgements: number },
): Promise<void> {
  let left = acknowledgements;
  let dead: Promise<void> | undefined;
  const life = known.acknowledged;
  let serial = 0;

  const exchange = async (request: Signed): Promise<Reply | undefined> => {
    const reply = await send(request).catch(() => undefined);
    known.sent.push({ request, reply });
    if (reply === undefined) return undefined;
    expect(reply.status, reply.text).toBeLessThan(500);
    if (dead === undefined) {
      known.acknowledged++;
      left--;
      if (left <= 0) dead = child.kill();
    }
    return reply;
  };

  const connection = async (owner: number, { place, cancel, idIn }: Dialect): Promise<void> => {
    const trader = traders[owner]!;
    const resting: string[] = [];
    while (dead === undefined) {
      const turn = rng.below(10);
      if (turn < 3 && resting.length > 0) {
        const orderId = resting.splice(rng.below(resting.length), 1)[0]!;
        const reply = await exchange(cancel(trader, orderId));
        if (reply?.status === 200) known.canceled.add(orderId);
      } else {
        const clientId = `k${life}-${owner}-${serial++}`;
        const size = `0.00${10 + rng.below(40)}`;
        const reply = await exchange(place(trader, rng, { clientId, size }));
        const orderId = reply?.status === 200 ? idIn(reply) : undefined;
        if (orderId !== undefined) {
          known.orders.set(orderId, { owner, clientId, size });
          resting.push(orderId);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => connection(i % 2, i < OF_V2 ? v2 : fapi)));
  await dead;
}

/** How a connection says what it wants. */
interface Dialect {
  /** A placement of one kind or another around the index price. */
  place(trader: Client, rng: SeededRng, order: { readonly clientId: string; readonly size: string }): Signed;
  cancel(trader: Client, orderId: string): Signed;
  /** The id of the order that was accepted. */
  idIn(reply: Reply): string;
}

const v2: Dialect = {
  place(trader, rng, { clientId, size }) {
    const price = priceNear(rng);
    const type = String(1 + rng.below(2));
    const common = { symbol: SYMBOL, client_oid: clientId, size, type };
    const post = (path: string, more: object) =>
      trader.sign("POST", path, JSON.stringify({ ...common, ...more }));
    switch (rng.below(8)) {
      case 0:
        return post("order/plan_order", { match_type: "0", execute_price: price, trigger_price: "63000" });
      case 1:
        return post("order/placeOrder", { order_type: "0", match_price: "1" });
      default:
        return post("order/placeOrder", { order_type: "0", match_price: "0", price });
    }
  },
  cancel: (trader, orderId) => trader.sign("POST", "order/cancel_order", JSON.stringify({ orderId })),
  idIn: ({ body, text }) => idOf(body.order_id, text),
};

/** Its requests are stamped with the time itself: one that comes a second too early is refused. */
const fapi: Dialect = {
  place(trader, rng, { clientId, size }) {
    const price = priceNear(rng);
    const [side, positionSide] = rng.oneIn(2) ? ["BUY", "LONG"] : ["SELL", "SHORT"];
    const post = (path: string, idName: string, more: Readonly<Record<string, string>>) => {
      const common = { symbol: "BTCUSDT", side, positionSide, quantity: size, [idName]: clientId };
      const query = new URLSearchParams({ ...common, ...more });
      return trader.sign("POST", `/fapi/v1/${path}?${query}`, "", now());
    };
    switch (rng.below(8)) {
      case 0: {
        const type = side === "BUY" ? "STOP" : "TAKE_PROFIT";
        return post("algoOrder", "clientAlgoId", { type, price, triggerPrice: "63000" });
      }
      case 1:
        return post("order", "newClientOrderId", { type: "MARKET" });
      default:
        return post("order", "newClientOrderId", { type: "LIMIT", timeInForce: "GTC", price });
    }
  },
  cancel: (trader, orderId) =>
    trader.sign("DELETE", `/fapi/v1/order?symbol=BTCUSDT&orderId=${orderId}`, "", now()),
  idIn: ({ body, text }) => idOf(String(body.orderId ?? body.algoId), text),
};

function priceNear(rng: SeededRng): string {
  return (59_990 + rng.below(21)).toFixed(1);
}

function idOf(id: string, text: string): string {
  expect(id, text).toMatch(/^\d{16}$/);
  return id;
}

/**
 * The last requests of the life before, byte for byte: an accepted placement gets its first answer, in the
 * fapi dialect its order as it stands now; one that nobody had an answer to happens now, or had happened, but
 * once.
 */
async function expectAnswersRepeated(known: Known, baseUrl: string): Promise<void> {
  const sent = known.sent;
  known.sent = [];
  for (const { request, reply } of sent.filter(({ request }) => isPlacement(request)).slice(-60)) {
    const again = await send({ ...request, url: request.url.replace(/^http:\/\/[^/]+/, baseUrl) });
    if (reply?.status === 200) expect(saidOf(again)).toBe(saidOf(reply));
    if (reply === undefined && again.status === 200) {
      const twice = await send({ ...request, url: request.url.replace(/^http:\/\/[^/]+/, baseUrl) });
      expect(saidOf(twice)).toBe(saidOf(again));
    }
  }
}

function isPlacement({ method, url }: Signed): boolean {
  return method === "POST" && /\/(?:placeOrder|plan_order|order|algoOrder)(?:\?|$)/.test(url);
}

/** The whole answer; of the fapi dialect, whose answers show how the order stands, which order it is. */
function saidOf({ body, text }: Reply): string {
  const { orderId, algoId, clientOrderId, clientAlgoId } = body;
  const id = orderId ?? algoId;
  return id === undefined ? text : `${id} ${clientOrderId ?? clientAlgoId}`;
}

/** Everything that was ever acknowledged is there, and says what it said. */
async function expectKnown(known: Known, traders: readonly Client[]): Promise<void> {
  for (const [owner, trader] of traders.entries()) {
    const recent = [...known.orders].filter(([, order]) => order.owner === owner).slice(-150);
    const details = await Promise.all(recent.map(([id]) => trader.get(`order/detail?orderId=${id}`)));
    for (const [i, { status, body, text }] of details.entries()) {
      const [id, order] = recent[i]!;
      expect(status, text).toBe(200);
      expect(body).toMatchObject({ order_id: id, client_oid: order.clientId, size: order.size });
      if (known.canceled.has(id)) expect(body.status).toBe("canceled");
    }
    const { list, totals } = (await trader.get("order/fills?limit=100")).body;
    for (const fill of list) remember(known.fills, `${owner} ${fill.tradeId} ${fill.orderId}`, fill);
    expect(totals).toBeGreaterThanOrEqual(
      [...known.fills.keys()].filter((key) => key.startsWith(`${owner} `)).length,
    );
    const { items } = (await trader.post("account/bills", { limit: 100 })).body;
    for (const bill of items) remember(known.bills, bill.billId, bill);
    const { collateral } = (await trader.get("account/getAccounts")).body;
    expect(items[0].balance).toBe(collateral[0].amount);
  }
}

function remember(seen: Map<string, string>, key: string, row: object): void {
  const text = JSON.stringify(row);
  expect(text).toBe(seen.get(key) ?? text);
  seen.set(key, text);
}

/** History against a replay of the whole journal, and bills against balances. */
async function expectBooksInOrder(data: string, known: Known): Promise<void> {
  const trades: EventOf<"traded">[] = [];
  const ended = new Set<string>();
  const log = await FileLog.open(await NodeDisk.open(join(data, "journal")), { format: formatTag() });
  const { machine } = await replayLog({
    machine: exchangeMachine,
    log,
    toSeq: log.head().nextSeq - 1,
    onFrame: ({ events }) => {
      for (const { event } of decodeEvents(new RecordView(events))) {
        if (event.type === "traded") trades.push(event);
        else if (event.type === "orderEnded") ended.add(String(event.order));
      }
    },
  });
  await log.close();
  machine.audit();

  const venue = await startVenue({ data, clock: "wall" });
  try {
    await venue.settle();
    const after = venue.engine.durableSeq;
    const everything = { limit: 1_000_000, after };
    for (const { account } of await venue.engine.query({ type: "accounts" })) {
      const fills = await patiently(venue.history, () => venue.history.fills({ account, ...everything }));
      const mine = trades.flatMap((trade) => [
        ...(trade.makerAccount === account ? [`${trade.trade} ${trade.makerOrder}`] : []),
        ...(trade.takerAccount === account ? [`${trade.trade} ${trade.takerOrder}`] : []),
      ]);
      expect(fills.rows.map(({ trade, order }) => `${trade} ${order}`).sort()).toEqual(mine.sort());
      const bills = await patiently(venue.history, () => venue.history.bills({ account, ...everything }));
      const view = (await venue.engine.query({ type: "account", account }))!;
      expect(sum(bills.rows.map(({ amount }) => amount))).toBe(sum(view.entries.map(({ amount }) => amount)));
    }
    const live = (await venue.engine.query({ type: "allOrders" })).map(({ order }) => String(order));
    for (const id of known.orders.keys())
      expect(live.includes(id) !== ended.has(id), `order ${id}`).toBe(true);
    for (const text of known.fills.values()) {
      const { fillValue, fillSize } = JSON.parse(text);
      expect(exact(fillValue) > 0n && exact(fillSize) > 0n).toBe(true);
    }
    venue.engine.audit();
  } finally {
    await venue.stop();
  }
}

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { Client } from "./client.ts";
import { FaultDesk } from "./faultyVenue.ts";
import { placeFor } from "./placeLimit.ts";
import type { Message } from "./pushes.ts";
import { Pushes } from "./pushes.ts";
import { venueOfFile } from "./venueOfTest.ts";

/*
 * What is made to go wrong with pushes, as a client sees it; after each test every rule of the state is
 * checked. A push that must not come is one that had come before a later one, which does.
 */

const TRADES = "trades.cmt_btcusdt";

const venue = await venueOfFile({
  accounts: [{ name: "maker" }, { name: "taker" }],
  prices: { btc: 60_000 },
});
const faults = new FaultDesk(venue);
const [maker, taker] = venue.accounts.map((key) => new Client(venue.baseUrl, key)) as [Client, Client];
afterEach(() => faults.clearAndAudit());

const place = (client: Client, type: "1" | "2", price: string) => placeFor(client, { type, price });

/** A trade at each price, one after the other. */
async function trade(...prices: readonly number[]): Promise<void> {
  for (const price of prices) {
    await place(maker, "2", String(price));
    await place(taker, "1", String(price));
  }
}

/** A socket that has subscribed. @param key of a private one */
async function follow(channel: string, key?: Client["key"]): Promise<Pushes> {
  const path = key === undefined ? "/v2/ws/public" : "/v2/ws/private";
  const pushes = new Pushes(venue.wsUrl, path, key);
  onTestFinished(() => leave(pushes, channel));
  return pushes.subscribe(channel);
}

/**
 * Closes it once the venue has heard that nobody follows: what is pushed to it until then counts for the next
 * fault.
 */
async function leave(pushes: Pushes, channel: string): Promise<void> {
  pushes.send({ event: "unsubscribe", channel });
  await Promise.race([pushes.closed, pushes.until(({ event }) => event === "unsubscribed")]);
  pushes.close();
}

const isPush = ({ event }: Message): boolean => event === "payload";

/** Prices of the trades that were pushed, without their ends of zeros. */
const pricesOf = ({ messages }: Pushes): readonly number[] =>
  messages.filter(isPush).flatMap(({ data }) => data.map(({ price }: { price: string }) => Number(price)));

/** Resolves once a trade at this price was pushed. */
const until = (pushes: Pushes, price: number): Promise<Message> =>
  pushes.until((each) => isPush(each) && each.data.some((one: Message) => Number(one.price) === price));

test("push-dropped: it never comes, those around it do", async () => {
  const pushes = await follow(TRADES);
  const { fault } = await faults.add("push-dropped", { channels: ["trades.*"], nth: 2 });
  await trade(60_001, 60_002, 60_003);
  await until(pushes, 60_003);
  expect(pricesOf(pushes)).toEqual([60_001, 60_003]);
  expect(await faults.find("push-dropped")).toMatchObject({
    fault,
    met: 2,
    injected: 1,
    last: [2],
    over: true,
  });
});

test("push-duplicated: it comes twice, byte for byte", async () => {
  const pushes = await follow(TRADES);
  await faults.add("push-duplicated", { channels: [TRADES], nth: 1 });
  await trade(60_011, 60_012);
  await until(pushes, 60_012);
  expect(pricesOf(pushes)).toEqual([60_011, 60_011, 60_012]);
  const [one, two] = pushes.messages.filter(isPush);
  expect(two).toEqual(one);
});

test("one seed drops the same of the same pushes, another one others", async () => {
  const prices = Array.from({ length: 8 }, (_, i) => 60_100 + i);
  const dropped = async (seed: number): Promise<readonly number[]> => {
    const pushes = await follow(TRADES);
    await faults.add("push-dropped", { channels: [TRADES], probability: "0.5", seed });
    await trade(...prices);
    const { last } = await faults.find("push-dropped");
    await faults.call("faults/remove", {});
    await trade(60_099);
    await until(pushes, 60_099);
    await leave(pushes, TRADES);
    expect(pricesOf(pushes)).toEqual([...prices.filter((_, i) => !last.includes(i + 1)), 60_099]);
    return last;
  };
  const one = await dropped(3);
  expect(one.length).toBeGreaterThan(0);
  expect(await dropped(3)).toEqual(one);
  expect(await dropped(4)).not.toEqual(one);
});

test("push-reordered: it comes after the one that followed it", async () => {
  const pushes = await follow(TRADES);
  await faults.add("push-reordered", { channels: [TRADES], nth: 1 });
  await trade(60_021, 60_022, 60_023);
  await until(pushes, 60_023);
  expect(pricesOf(pushes)).toEqual([60_022, 60_021, 60_023]);
});

test("push-delayed: it comes when market time has passed, and what follows it waits behind it", async () => {
  const pushes = await follow(TRADES);
  await faults.add("push-delayed", { channels: [TRADES], nth: 1, ms: 500 });
  await trade(60_031, 60_032);
  await venue.step(499);
  await pushes.caughtUp();
  expect(pricesOf(pushes)).toEqual([]);
  await faults.call("faults/remove", {});
  await venue.step(1);
  await until(pushes, 60_032);
  expect(pricesOf(pushes)).toEqual([60_031, 60_032]);
});

test("a channel that is left does not bring what was on its way", async () => {
  const pushes = await follow(TRADES);
  await faults.add("push-delayed", { channels: [TRADES], ms: 500 });
  await trade(60_041);
  pushes.send({ event: "unsubscribe", channel: TRADES });
  await pushes.until(({ event }) => event === "unsubscribed");
  await venue.step(1_000);
  await pushes.caughtUp();
  expect(pricesOf(pushes)).toEqual([]);
});

test("a depth version is skipped: the next one does not follow the last", async () => {
  const [skipping, whole] = [await follow("depth.cmt_btcusdt.15"), await follow("depth.cmt_btcusdt.200")];
  await faults.add("push-dropped", { channels: ["depth.*.15"], nth: 1 });
  const versions = (pushes: Pushes): readonly string[] =>
    pushes.messages
      .filter(isPush)
      .map(({ data: [{ startVersion, endVersion }] }) => `${startVersion} to ${endVersion}`);
  for (const price of ["40001", "40002"]) {
    await place(maker, "1", price);
    await whole.until((each) => isPush(each) && JSON.stringify(each).includes(`"${price}`));
  }
  await skipping.until((each) => isPush(each) && JSON.stringify(each).includes('"40002'));
  const [snapshot, first, second] = versions(whole);
  expect(versions(skipping)).toEqual([snapshot, second]);
  expect(Number(second!.split(" ")[0])).toBe(Number(first!.split(" ")[2]) + 1);
});

test("stale: who subscribes anew is shown the book as it was first", async () => {
  const channel = "depth.cmt_btcusdt.15";
  await faults.add("stale", { channels: ["depth*"] });
  const snapshotOf = async () => (await follow(channel)).until(isPush);
  const follower = await follow(channel);
  const before = await follower.until(isPush);
  await place(maker, "1", "41000");
  await follower.until((each) => JSON.stringify(each).includes('"41000')); // a snapshot is of what was pushed last
  expect(await snapshotOf()).toEqual(before);
  await faults.call("faults/remove", {});
  expect(JSON.stringify(await snapshotOf())).toContain('"41000');
});

test("of an account: only what is pushed to the one that is named", async () => {
  const [own, others] = [await follow("orders", maker.key), await follow("orders", taker.key)];
  await faults.add("push-dropped", { channels: ["orders"], accounts: ["maker"] });
  await place(maker, "1", "42000");
  await place(taker, "1", "42001");
  await others.until((each) => JSON.stringify(each).includes("42001"));
  await own.caughtUp();
  expect(own.messages.filter((each) => JSON.stringify(each).includes("42000"))).toEqual([]);
});

test("over V3, by the names of V3", async () => {
  const pushes = new Pushes(venue.wsUrl, "/v3/ws/public");
  onTestFinished(() => pushes.close());
  await pushes.until(({ event }) => event === "connected");
  pushes.send({ method: "SUBSCRIBE", params: ["BTCUSDT@trade"], id: 1 });
  await pushes.until(({ id }) => id === 1);
  await faults.add("push-dropped", { channels: ["btcusdt@trade"], nth: 1 });
  await trade(60_051, 60_052);
  await pushes.until((each) => JSON.stringify(each).includes("60052"));
  expect(JSON.stringify(pushes.messages)).not.toContain("60051");
});

test("maintenance: the socket is closed with 1012, and no other is let in", async () => {
  const pushes = await follow(TRADES);
  await faults.add("maintenance", { channels: ["trades.*"] });
  await trade(60_061);
  expect(await pushes.closed).toMatchObject({ code: 1012, reason: expect.stringContaining("maintenance") });
  await faults.add("maintenance", { routes: ["/v2/ws/public"] });
  await expect(follow(TRADES)).rejects.toThrow("no socket");
});

test("maintenance that begins closes the sockets that are open, those that nothing is pushed to as well", async () => {
  const own = await follow("account", maker.key);
  await faults.add("maintenance", { from: venue.engine.now() + 1_000, accounts: ["maker"] });
  const others = await follow("account", taker.key);
  await venue.step(999);
  await own.caughtUp();
  await venue.step(1);
  expect(await own.closed).toMatchObject({ code: 1012 });
  await others.caughtUp();
  await faults.add("maintenance");
  expect(await others.closed).toMatchObject({ code: 1012 });
});

test("half-closed: the stream ends without a close frame, and is still read", async () => {
  const { socket, frames } = await rawSocket();
  await faults.add("half-closed", { channels: ["trades.*"] });
  const ended = once(socket, "end");
  await trade(60_071);
  await ended;
  expect(frames().at(-1)).toContain('"subscribed"');
  expect(frames().join("")).not.toContain("60071");
  // A stream that was cut answers what follows with a reset, which what comes then meets. Neither is a ping
  // answered.
  for (const channel of ["trades.none", "trades.no", "trades.never"]) {
    socket.write(textFrame(JSON.stringify({ event: "subscribe", channel })));
    socket.write(PING_FRAME);
    await taker.get("account/getAccounts");
  }
  expect([socket.destroyed, socket.errored]).toEqual([false, null]);
  socket.destroy();
});

/** A client on the bare socket, which stays open where the other side ends, subscribed to the trades. */
async function rawSocket(): Promise<{ readonly socket: Socket; readonly frames: () => readonly string[] }> {
  const socket = connect({ host: "127.0.0.1", port: venue.port, allowHalfOpen: true });
  const heard: string[] = [];
  const subscribed = new Promise<void>((resolve) => {
    socket.on("error", () => undefined); // it stays in `errored`
    socket.on("data", (bytes) => {
      heard.push(bytes.toString("latin1"));
      if (heard.join("").includes('"subscribed"')) resolve();
    });
  });
  socket.write(
    `GET /v2/ws/public HTTP/1.1\r\nHost: 127.0.0.1:${venue.port}\r\nUser-Agent: raw\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  socket.write(textFrame(JSON.stringify({ event: "subscribe", channel: TRADES })));
  await subscribed;
  return { socket, frames: () => heard };
}

/** A ping of the protocol, empty and masked. */
const PING_FRAME = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);

/** A short text as a frame whose mask is zero. */
function textFrame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

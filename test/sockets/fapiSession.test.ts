import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sockets } from "../../src/interface/wire/fapi/sockets/index.ts";
import { limitProfiles } from "../../src/service/gateway/index.ts";
import type { Message } from "./listener.ts";
import { Listener } from "./listener.ts";
import { shakeHands } from "./rawHandshake.ts";
import { SocketVenue } from "./socketVenue.ts";

/** What the clock decides of a connection of the fapi dialect: its pings, its life, how much it may say. */

const { everyMs, unansweredMax } = sockets.pings;
const DAY_MS = 86_400_000;

let venue: SocketVenue;
let listener: Listener;
beforeEach(async () => {
  venue = await SocketVenue.open();
  listener = await Listener.open(`${venue.url}/ws/btcusdt@aggTrade`);
});
afterEach(() => venue.stop());

async function ask(method: string, params?: readonly unknown[]): Promise<Message> {
  listener.send({ method, ...(params && { params }), id: 1 });
  return listener.find((message) => message.id === 1);
}

test.each([
  ["/ws", "LIST_SUBSCRIPTIONS"],
  ["/ws-fapi/v1", "session.status"],
])("a connection to %s whose peer answers pings lives for a day, and no longer", async (path, method) => {
  listener = await Listener.open(`${venue.url}${path}`);
  for (let ms = 0; ms < DAY_MS - everyMs; ms += everyMs) {
    await venue.clock.advance(everyMs);
    // The answer comes behind the ping, so the peer has answered that; the next question comes behind its
    // answer.
    for (let i = 0; i < 2; i++) expect(await ask(method)).toMatchObject({ id: 1 });
  }
  await venue.clock.advance(everyMs);
  expect(await listener.ended).toMatchObject({ code: 1001, reason: expect.stringContaining("24 hours") });
});

const BARE = ["/stream", "/ws-fapi/v1"];

test.each(BARE)(
  "one to %s whose peer leaves pings unanswered is cut; no User-Agent is asked",
  async (path) => {
    const shaken = await shakeHands(venue.port, path, { "User-Agent": undefined });
    if (shaken.type !== "upgraded") expect.fail(shaken.type);
    const gone = once(shaken.socket, "close");
    const PING = Buffer.from([0x89, 0]);
    for (let i = 0; i < unansweredMax; i++) {
      await venue.clock.advance(everyMs);
      if (shaken.socket.readableLength === 0) await once(shaken.socket, "readable");
      expect(shaken.socket.read()).toEqual(PING);
    }
    await venue.clock.advance(everyMs);
    shaken.socket.resume();
    await gone;
  },
);

test("ten messages a second, and 1024 streams, where limits are on", async () => {
  venue.gateway.limits.use(limitProfiles.seed);
  await venue.clock.advance(1_000);
  for (let i = 0; i < 10; i++) expect(await ask("LIST_SUBSCRIPTIONS")).toMatchObject({ id: 1 });
  await venue.clock.advance(1_000);
  const names = ["depth", "depth5", "depth10", "depth20"].flatMap((name) =>
    Array.from({ length: 300 }, (_, i) => `${i % 2 === 0 ? "btcusdt" : "BTCUSDT"}@${name}`),
  );
  expect(await ask("SUBSCRIBE", names)).toMatchObject({ result: null });
  expect((await ask("LIST_SUBSCRIPTIONS")).result).toHaveLength(9);
  for (let i = 0; i < 9; i++) listener.send({ method: "LIST_SUBSCRIPTIONS", id: 1 });
  expect(await listener.ended).toMatchObject({
    code: 1008,
    reason: expect.stringContaining("more than 10 messages"),
  });
});

test("what an order takes at one price is one event, however many it takes it from", async () => {
  venue.trade(600_000, 250);
  expect(await listener.next()).toMatchObject({ e: "aggTrade", p: "60000.0", q: "0.0250" });
});

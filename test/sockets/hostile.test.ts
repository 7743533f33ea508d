import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RawReader, TEXT } from "./rawReader.ts";
import { SocketVenue } from "./socketVenue.ts";

/**
 * Whatever a peer sends: the venue goes on, nothing is logged as a failure of its own, nobody else notices.
 */

const RUNS = process.env["OUTCRY_LONG"] === undefined ? 200 : 20_000;

let venue: SocketVenue;
const errors: unknown[] = [];
beforeAll(async () => {
  const log = {
    info() {},
    warn() {},
    error: (fields: object, message: string) => errors.push(fields, message),
  };
  venue = await SocketVenue.open({ log });
});
afterAll(() => venue.stop());

/** A bystander hears what happens. */
async function expectService(): Promise<void> {
  const bystander = await venue.connect();
  await bystander.subscribe("trades.cmt_btcusdt");
  venue.trade(600_000);
  expect(await bystander.next()).toMatchObject({ channel: "trades.cmt_btcusdt" });
  await bystander.close();
  expect(errors).toEqual([]);
}

test("any bytes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
      const peer = await RawReader.open(venue.port);
      peer.socket.end(bytes);
      while ((await peer.next()) !== undefined);
    }),
    { numRuns: RUNS },
  );
  await expectService();
});

const word = fc.oneof(
  fc.constantFrom(
    "subscribe",
    "unsubscribe",
    "ping",
    "pong",
    "payload",
    "ticker",
    "depth",
    "kline",
    "trades",
  ),
  fc.constantFrom("cmt_btcusdt", "15", "200", "LAST_PRICE", "MINUTE_1", "__proto__", "constructor", ""),
  fc.string({ maxLength: 20 }),
);
const channel = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join("."));
const message = fc.oneof(
  fc.record({ event: word, channel, time: fc.anything() }, { requiredKeys: [] }),
  fc.record({ type: word, channel: fc.anything() }, { requiredKeys: [] }),
  fc.json(),
);

test("any message", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 12 }), async (messages) => {
      const peer = await RawReader.open(venue.port);
      for (const each of messages) {
        const text = typeof each === "string" ? each : (JSON.stringify(each, serializable) ?? "");
        if (Buffer.byteLength(text) < 126) peer.send(TEXT, text);
      }
      peer.send(TEXT, '{"event":"ping","time":"last"}');
      for (;;) {
        const frame = await peer.next();
        if (frame === undefined || frame.opcode !== TEXT) break; // closed: too much of it was unreadable
        const answer = JSON.parse(frame.payload.toString());
        expect(["subscribed", "unsubscribed", "error", "pong", "payload"]).toContain(answer.event);
        if (answer.time === "last") break;
      }
      peer.socket.destroy();
    }),
    { numRuns: RUNS },
  );
  await expectService();
});

function serializable(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import type { Venue } from "../../assembly/venue/index.ts";
import { examCases } from "./cases.ts";
import { CaseOver, Examiner } from "./examiner.ts";
import type { Asked } from "./happening.ts";
import { ofType } from "./happening.ts";
import { ExamObserver } from "./observer.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function listening(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, "close");
}

test("a venue that was killed comes back at its port once no other process has that", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const observer = new ExamObserver(clock, 1);
  let other = await listening(0); // as soon as the venue was stopped
  const { port } = other.address() as AddressInfo;
  const engine = { halt() {}, query: async () => [], subscribe: () => () => {} };
  const gateway = { cut() {} };
  const venue = { port, engine, gateway, stop: async () => {}, recovery: { headSeq: 7 } } as unknown as Venue;
  let attempts = 0;
  let back: Server | undefined;
  const reopen = async () => {
    if (++attempts === 1) other = await listening(port); // when the dead port was given up
    back = await listening(port);
    return venue;
  };
  const parts = { venue, reopen, name: "demo-1", account: 1, symbol: "cmt_btcusdt", lot: "0.001" };
  const examiner = new Examiner(parts, observer, () => false);
  const killing = examiner.kill(0);
  /** Resolves when the examiner waits for time to pass. */
  const waits = async (): Promise<void> => {
    while (clock.nextDueMs() === undefined) await Promise.race([turn(), killing]);
  };
  await waits();
  await closed(other);
  await clock.advance(200);
  await waits();
  const knock = connect(port, "127.0.0.1").on("error", () => undefined);
  await new Promise((resolve) => knock.once("close", resolve));
  while (attempts === 0) {
    await clock.advance(200);
    await Promise.race([turn(), killing]);
  }
  await waits();
  await closed(other);
  await clock.advance(200);
  await killing;
  expect(ofType(observer.seen(), "did").map(({ deed, text }) => [deed, text])).toEqual([
    ["begin", "the venue is killed"],
    ["end", "the venue has recovered 7 commands from its journal"],
  ]);
  expect(attempts).toBe(2);
  await closed(back!);
});

test("the next refusal does not come before it is known how the bot kept up with this one", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const startMs = clock.wallMs();
  const observer = new ExamObserver(clock, 1);
  let answer = () => {};
  const kept = observer.keepTime(() => new Promise((resolve) => (answer = resolve)));
  const venue = { direct: async () => ({ directive: 1 }), dropDirective: async () => {} } as unknown as Venue;
  const reopen = async () => venue;
  const parts = { venue, reopen, name: "demo-1", account: 1, symbol: "cmt_btcusdt", lot: "0.001" };
  const isOver = () => ofType(observer.seen(), "ended").length > 0;
  const conducted = examCases
    .find(({ name }) => name === "refused")!
    .conduct(new Examiner(parts, observer, isOver));
  const over = expect(conducted).rejects.toThrow(CaseOver);
  const kinds = () => ofType(observer.seen(), "did").map(({ text }) => text.split(": ")[1]);
  const ask = (times: number) => {
    for (let i = 0; i < times; i++) observer.add(refusedAt(clock.wallMs() - startMs, i));
  };
  await clock.advance(100); // the ping is under way
  ask(4);
  await clock.advance(1_000);
  expect(kinds()).toEqual(["margin"]);
  answer(); // a second late: the bot may have meant to ask once more within five
  await clock.advance(100);
  answer();
  await clock.advance(200);
  expect(kinds()).toEqual(["margin"]);
  ask(4);
  await clock.advance(100);
  answer();
  await clock.advance(100);
  answer();
  await clock.advance(200);
  expect(kinds()).toEqual(["margin", "price-band"]);
  observer.add({ type: "ended", exitCode: 0 });
  await over;
  observer.stop();
  answer();
  await kept;
});

function refusedAt(atMs: number, i: number): Asked {
  const order = { symbol: "cmt_btcusdt", action: "open long", size: "0.01", price: "60000", clientId: "" };
  return {
    ...{ type: "asked", operation: "POST /order", does: "places", status: 400, answeredMs: atMs },
    ...{ reason: "", fault: undefined, retryAfterMs: undefined, signature: `${atMs} ${i}` },
    orders: [{ ...order, refusal: "available amount not enough" }],
  };
}

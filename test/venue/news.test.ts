import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { ControlClient } from "../../src/interface/client/index.ts";
import { readScenario } from "../../src/movers/feeds/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** What goes on, in words: for the log, and for reading over control. */

const SCENARIOS = join(import.meta.dirname, "../../examples/scenarios");

async function played(name: string, untilMs: number) {
  const market = await readScenario(join(SCENARIOS, `${name}.json`));
  const logged: string[] = [];
  const note = (_: object, message: string) => void logged.push(message);
  const log = { info: note, warn: note, error: note };
  const venue = await venueOfTest({ market, prehistory: 0, clock: "test", log });
  await venue.step(untilMs);
  const control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
  const { news } = await control.call("GET news", { limit: 1_000 });
  const of = (kind: string) => news.filter((each) => each.kind === kind).map(({ text }) => text);
  return { venue, control, news, of, logged };
}

test("a crash is told: the gap, who is liquidated with equity and requirement, who is deleveraged, and what operators did", async () => {
  const { venue, news, of, logged } = await played("flash-crash", 180_000);
  expect(of("index-gap")).toEqual(["The index of cmt_btcusdt gaps by -8.00 %: 58800.000 to 54096.000"]);
  expect(of("liquidation")).toContainEqual(
    expect.stringMatching(/^bull is liquidated: equity -?\d+(\.\d+)? USDT, required \d+(\.\d+)?$/),
  );
  expect(of("liquidation-end")).toContainEqual(
    expect.stringMatching(/^The liquidation of bull is over: \d+(\.\d+)? USDT are left$/),
  );
  expect(of("deleveraging")).toContainEqual(
    expect.stringMatching(/^bear is deleveraged: \d\.\d{4} BTC at \d{5}\.\d against \S+$/),
  );
  expect(of("fund")).toEqual(["The insurance fund takes over nothing that leaves it below 1000000000 USDT"]);
  expect(of("control")).toContain('admin: fund/rule {"floor":"1000000000"}');
  for (const { text } of news) expect(logged).toContain(text);
  const metrics = await (await fetch(`${venue.controlUrl}/metrics`)).text();
  expect(metrics).toContain(`outcry_news_total{kind="index-gap"} 1`);
});

test("a take-over, a halt, funding and a restriction are told, each with what it is about", async () => {
  const { venue, control, of } = await played("dead-book", 240_000);
  expect(of("take-over")).toContainEqual(
    expect.stringMatching(/^The insurance fund takes over 1\.0000 BTC at \d{5}\.\d of stranded$/),
  );
  const { next: after } = await control.call("GET news", { kind: "take-over" });
  await control.call("POST contracts/status", { symbol: "btc", status: "halted" });
  await control.call("POST accounts/settings", { account: "stranded", status: "frozen" });
  await control.call("POST accounts/settings", { account: "stranded", discount: "0.5" });
  await control.call("POST contracts/status", { symbol: "btc", status: "delisted", noticeMs: 9 * 3_600_000 });
  const { news: latest } = await control.call("GET news", { after });
  expect(latest.map(({ kind, text, symbol, account }) => [kind, text, symbol, account])).toEqual([
    ["control", expect.stringMatching(/^admin: contracts\/status {.*"halted"/), null, null],
    ["contract", "cmt_btcusdt is now halted", "cmt_btcusdt", null],
    ["control", expect.stringMatching(/^admin: accounts\/settings {.*"frozen"/), null, null],
    ["restriction", "stranded is now frozen", null, "stranded"],
    ["control", expect.stringMatching(/^admin: accounts\/settings {.*"0.5"/), null, null],
    ["control", expect.stringMatching(/^admin: contracts\/status {.*"delisted"/), null, null],
    [
      "contract",
      expect.stringMatching(/^cmt_btcusdt will be delisted at 2026-01-01T\d\d:04:00.000Z$/),
      "cmt_btcusdt",
      null,
    ],
  ]);
  await venue.step(8 * 3_600_000);
  const [funding] = (await control.call("GET news", { kind: "funding" })).news;
  expect(funding!.text).toMatch(/^Funding of -?0(\.\d+)? is paid in cmt_btcusdt; the next is -?0(\.\d+)?$/);
});

test("who follows gets everything once, in pieces of any size, over a restart and a reset", async () => {
  const data = temporaryDirectory();
  const start = () => startVenue({ prices: { btc: 60_000 }, prehistory: 0, clock: "test", data });
  const first = await start();
  const running = new Set([first]);
  onTestFinished(async () => void (await Promise.all([...running].map((venue) => venue.stop()))));
  const controlOf = ({ controlUrl, adminToken }: typeof first) =>
    new ControlClient({ baseUrl: controlUrl, token: adminToken });
  const say = (control: ControlClient, status: "halted" | "trading") =>
    control.call("POST contracts/status", { symbol: "btc", status });
  const control = controlOf(first);
  const { next: begin, news, missed } = await control.call("GET news", { after: 0 });
  expect([news, missed]).toEqual([[], false]);
  for (const status of ["halted", "trading", "halted"] as const) await say(control, status);
  const whole = await control.call("GET news", { after: begin });
  expect(whole).toMatchObject({ missed: false, news: expect.toSatisfy((news) => news.length === 6) });
  const ids: number[] = [];
  for (let after = begin; ; ) {
    const { news, next } = await control.call("GET news", { after, limit: 1 });
    if (news.length === 0) {
      expect(next).toBe(whole.next);
      break;
    }
    ids.push(...news.map(({ id }) => id));
    after = next;
  }
  expect(ids).toEqual(whole.news.map(({ id }) => id));
  expect((await control.call("GET news", { after: begin, kind: "contract", limit: 2 })).next).toBe(ids[3]);

  await first.stop();
  running.delete(first);
  const second = await start();
  running.add(second);
  const again = controlOf(second);
  await say(again, "trading");
  const later = await again.call("GET news", { after: begin });
  expect(later).toMatchObject({
    missed: true,
    news: [{ kind: "control" }, { text: "cmt_btcusdt is now trading" }],
  });
  expect(Math.min(...later.news.map(({ id }) => id))).toBeGreaterThan(ids.at(-1)!);
  expect((await again.call("GET news", { after: later.next })).missed).toBe(false);

  await again.call("POST reset", {});
  await say(again, "halted");
  const anew = await again.call("GET news", { after: later.next });
  expect(anew.missed).toBe(true);
  expect(anew.news.at(-1)!.text).toBe("cmt_btcusdt is now halted");
  expect(anew.next).toBeLessThan(later.next);
});

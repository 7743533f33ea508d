import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ControlClient } from "../../src/client/index.ts";
import { readScenario } from "../../src/feeds/index.ts";
import { startVenue } from "../../src/venue/index.ts";

/** What goes on, in words: for the log, and for reading over control. */

const SCENARIOS = join(import.meta.dirname, "../../examples/scenarios");

async function played(name: string, untilMs: number) {
  const market = await readScenario(join(SCENARIOS, `${name}.json`));
  const logged: string[] = [];
  const note = (_: object, message: string) => void logged.push(message);
  const log = { info: note, warn: note, error: note };
  const venue = await startVenue({ market, prehistory: 0, clock: "test", log });
  onTestFinished(() => venue.stop());
  await venue.step(untilMs);
  const control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
  const news = await control.call("GET news", { limit: 1_000 });
  const of = (kind: string) => news.filter((each) => each.kind === kind).map(({ text }) => text);
  return { venue, control, news, of, logged };
}

test("a crash is told: the gap, who is liquidated with equity and requirement, who is deleveraged, and what operators did", async () => {
  const { venue, news, of, logged } = await played("flash-crash", 180_000);
  expect(of("index-gap")).toEqual(["The index of cmt_btcusdt gaps by -8.00 %: 58800.000 to 54096.000"]);
  expect(of("liquidation")).toContainEqual(
    expect.stringMatching(/^bull is liquidated: equity -?\d+(\.\d+)? USDT, required \d+(\.\d+)?$/),
  );
  expect(of("liquidation")).toContainEqual(
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
  await control.call("POST contracts/status", { symbol: "btc", status: "halted" });
  await control.call("POST accounts/settings", { account: "stranded", status: "frozen" });
  await control.call("POST accounts/settings", { account: "stranded", discount: "0.5" });
  await control.call("POST funding/settle", { symbol: "btc" }).catch(() => undefined);
  const after = (await control.call("GET news", { kind: "take-over" })).at(-1)!.id;
  const latest = await control.call("GET news", { after });
  expect(latest.filter(({ kind }) => kind === "contract" || kind === "restriction")).toMatchObject([
    { text: "cmt_btcusdt is now halted", symbol: "cmt_btcusdt", account: null },
    { text: "stranded is now frozen", symbol: null, account: "stranded" },
  ]);
  await venue.step(8 * 3_600_000);
  const [funding] = await control.call("GET news", { kind: "funding" });
  expect(funding!.text).toMatch(/^Funding of -?0(\.\d+)? is paid in cmt_btcusdt; the next is -?0(\.\d+)?$/);
  expect(latest.map(({ id }) => id)).toEqual(latest.map((_, i) => after + 1 + i));
});

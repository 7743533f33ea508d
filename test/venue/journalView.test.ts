import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { ControlClient, V2Client, VenueError } from "../../src/interface/client/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { tellInOrder } from "../inOrder.ts";
import { venueOfFile } from "./venueOfTest.ts";

/** What an operator sees of the journal as it grows, and what of the market he may switch off. */

tellInOrder();
const venue = await venueOfFile({
  market: "simulated",
  clock: "test",
  prehistory: 0,
  seed: 3,
  data: "memory",
});
const control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
const demo = new V2Client({ baseUrl: venue.baseUrl, credentials: venue.accounts[0]!, limits: "off" });
afterAll(() => demo.close());
await venue.step(4_000);

const symbol = "cmt_btcusdt";
const buy = { symbol, order_type: "0", type: "1", match_price: "1" } as const;

describe("GET /control/journal", () => {
  test("a command with its events, in decimals, words and names", async () => {
    await demo.orders.place({ ...buy, size: "0.01" });
    const { entries } = await control.call("GET journal", { command: "placeOrder", account: "demo-1" });
    expect(entries).toHaveLength(1);
    const [entry] = entries;
    expect(entry).toMatchObject({
      time: venue.engine.now(),
      command: "placeOrder",
      outcome: "done",
      fields: { account: "demo-1", contract: symbol, action: "open long", size: "0.0100", market: true },
    });
    expect(entry!.accounts).toContain("demo-1");
    expect(entry!.durableAt).toBeGreaterThan(1_700_000_000_000);
    expect(entry!.seq).toBeGreaterThanOrEqual(entry!.frame.firstSeq);
    const traded = entry!.events.find(({ event }) => event === "traded");
    expect(traded?.fields).toMatchObject({
      contract: symbol,
      takerAccount: "demo-1",
      takerSide: "buy",
      origin: "book",
    });
    expect(String(traded?.fields["takerFee"])).toMatch(/^0\.\d+$/);
  });

  test("is followed without a gap and without a repetition", async () => {
    const { next } = await control.call("GET journal", { limit: 1 });
    expect(next).toBe(venue.engine.durableSeq);
    await control.call("POST money/deposit", { account: "demo-1", amount: "1" });
    await control.call("POST money/deposit", { account: "demo-2", amount: "2.5" });
    const first = await control.call("GET journal", { after: next, limit: 1 });
    const second = await control.call("GET journal", { after: first.next });
    expect([...first.entries, ...second.entries].map(({ seq, fields }) => [seq, fields["amount"]])).toEqual([
      [next + 1, "1"],
      [next + 2, "2.5"],
    ]);
    expect(second.next).toBe(second.head);
    expect((await control.call("GET journal", { after: second.next })).entries).toEqual([]);
    expect(second.lost).toBe(0);
  });

  test("what was refused is told with its rule", async () => {
    await demo.orders.place({ ...buy, size: "100000" }).catch(() => undefined);
    const { entries } = await control.call("GET journal", { refused: true, account: "demo-1" });
    expect(entries.map(({ command, outcome }) => [command, outcome])).toEqual([
      ["placeOrder", "sizeTooLarge"],
    ]);
  });

  test("of the venue's own commands only those that touch a user, if that is wanted", async () => {
    const { next } = await control.call("GET journal", { limit: 1 });
    await venue.step(30_000);
    const all = await control.call("GET journal", { after: next, limit: 1_000 });
    expect(all.entries.some(({ command }) => command === "setIndex")).toBe(true);
    const users = await control.call("GET journal", { after: next, limit: 1_000, users: true });
    expect(users.entries.filter(({ accounts }) => !accounts.some((name) => name.startsWith("demo")))).toEqual(
      [],
    );
    await control.call("POST accounts/liquidate", { account: "demo-1" });
    const found = await control.call("GET journal", {
      after: next,
      event: "liquidationStarted",
      users: true,
    });
    expect(found.entries.map(({ command }) => command)).toEqual(["liquidate"]);
  });

  test("what was looked at before is found again, by every filter", async () => {
    for (const filter of [
      { account: "demo-1" },
      { users: true },
      { users: true, account: "demo-2" },
      { refused: true },
    ]) {
      const first = await control.call("GET journal", { ...filter, limit: 1_000 });
      expect(first.entries.length, JSON.stringify(filter)).toBeGreaterThan(0);
      expect(await control.call("GET journal", { ...filter, limit: 1_000 })).toEqual(first);
    }
    const users = await control.call("GET journal", { users: true, limit: 1_000 });
    expect(users.entries.map(({ command }) => command)).toContain("listContract");
  });

  test("no secret is in it, encrypted or not", async () => {
    const key = await control.call("POST keys/create", { account: "demo-2", label: "seen" });
    const { entries } = await control.call("GET journal", { command: "addKey" });
    const text = JSON.stringify(entries);
    expect(text).toContain('"label":"seen"');
    for (const secret of [key.secret, key.passphrase, "sealedSecret", "passphraseHash"])
      expect(text).not.toContain(secret);
  });

  test("the kinds that can be filtered for are told", async () => {
    const { commands, events } = await control.call("GET journal/kinds");
    expect(commands).toContain("placeOrder");
    expect(events).toContain("liquidationStarted");
    const { entries } = await control.call("GET journal", { limit: 1_000 });
    expect(entries.filter(({ command }) => !commands.includes(command))).toEqual([]);
    expect(entries.flatMap((entry) => entry.events).filter(({ event }) => !events.includes(event))).toEqual(
      [],
    );
  });

  test("all of it is read back out of its files, page by page, each command once", async () => {
    const seqs: number[] = [];
    for (let until = venue.engine.durableSeq; until > 0; ) {
      const { entries, older, first } = await control.call("GET journal/past", { until, limit: 300 });
      expect(first).toBe(1);
      expect(entries.every(({ seq }) => seq <= until && seq > older)).toBe(true);
      seqs.unshift(...entries.map(({ seq }) => seq));
      until = older;
    }
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, i) => i + 1));
    expect(seqs.length).toBeGreaterThan(600);
  });

  test("of the past what was asked, up to a command or a market time, by the same filters", async () => {
    await demo.orders.place({ ...buy, size: "0.01" });
    const asked = await control.call("GET journal", { command: "placeOrder", account: "demo-1" });
    const { seq, time, fields, command } = asked.entries.at(-1)!;
    const past = await control.call("GET journal/past", { until: seq, command, account: "demo-1", limit: 1 });
    expect(past.entries).toEqual([{ seq, time, command, fields, accounts: ["demo-1"] }]);
    const { durableAt, ...rest } = asked.entries.at(-1)!;
    expect(await control.call("GET journal/effects", { seq })).toEqual(rest);
    const earlier = await control.call("GET journal/past", { time: time - 1, limit: 1_000 });
    expect(earlier.entries.length).toBeGreaterThan(0);
    expect(earlier.entries.filter((entry) => entry.time >= time || entry.seq >= seq)).toEqual([]);
    const { entries, older } = await control.call("GET journal/past", { time: 1 });
    expect({ entries, older }).toEqual({ entries: [], older: 0 });
    const users = await control.call("GET journal/past", { users: true, limit: 1_000 });
    expect(users.entries.map((entry) => entry.command)).not.toContain("setIndex");
    const refused = await control
      .call("GET journal/past", { until: 0 })
      .catch((error: VenueError) => error.msg);
    expect(refused).toContain("until");
  });

  test("begins anew with a reset, also for who followed the market before", async () => {
    const before = await control.call("GET journal", { limit: 1 });
    await venue.reset();
    const after = await control.call("GET journal", { after: before.next });
    expect(after.next).toBeLessThan(before.next);
    expect(after.lost).toBe(0);
  });

  test("holds nothing of before the reset", async () => {
    await venue.reset();
    const head = venue.engine.durableSeq;
    const seqs: number[] = [];
    for (let after = 0; after < head; after = seqs.at(-1)!) {
      const page = await control.call("GET journal", { after, limit: 1_000 });
      expect([page.head, page.lost]).toEqual([head, 0]);
      seqs.push(...page.entries.map(({ seq }) => seq));
    }
    expect(seqs).toEqual(Array.from({ length: head }, (_, i) => i + 1));
  });
});

test("the past reaches behind the last start, and what a command led to is known by executing it again", async () => {
  const data = temporaryDirectory();
  const open = () =>
    startVenue({ market: "empty", prices: { btc: 60_000 }, clock: "test", prehistory: 0, data });
  const first = await open();
  const before = new ControlClient({ baseUrl: first.controlUrl, token: first.adminToken });
  const bot = new V2Client({ baseUrl: first.baseUrl, credentials: first.accounts[0]!, limits: "off" });
  onTestFinished(() => bot.close());
  await bot.orders.place({ ...buy, size: "100000" }).catch(() => undefined);
  await bot.orders.place({ ...buy, size: "0.01" });
  await before.call("POST money/deposit", { account: "demo-1", amount: "7" });
  const { durableSeq: seq } = first.engine;
  const lived = await before.call("GET journal", { limit: 1_000 });
  await first.stop();
  const second = await open();
  onTestFinished(() => second.stop());
  const after = new ControlClient({ baseUrl: second.controlUrl, token: second.adminToken });
  const { entries: ofThisRun } = await after.call("GET journal", { limit: 1_000 });
  expect(ofThisRun.filter((entry) => entry.seq <= seq)).toEqual([]);
  const { entries } = await after.call("GET journal/past", { until: seq, limit: 1 });
  expect(entries).toMatchObject([{ seq, by: "admin", fields: { amount: "7" } }]);
  expect(entries[0]!.accounts).toContain("demo-1");
  const last = lived.entries.slice(-3);
  expect(last.map(({ outcome }) => outcome)).toEqual(["sizeTooLarge", "done", "done"]);
  for (const { durableAt, ...entry } of last)
    expect(await after.call("GET journal/effects", { seq: entry.seq })).toEqual(entry);
  const refused = await after
    .call("GET journal/effects", { seq: 1_000 })
    .catch((error: VenueError) => error.msg);
  expect(refused).toMatch(/^Parameter seq is invalid: the journal holds commands 1 to \d+, not 1000$/);
});

describe("participants", () => {
  const on = async (name: string) =>
    (await control.call("GET participants")).find((each) => each.name === name)?.on;
  const quotes = async () => (await demo.market.depth({ symbol })).bids.length;

  test("house traders switched off quote no more and take their quotes along; switched on they are back", async () => {
    await venue.step(4_000);
    expect(await quotes()).toBeGreaterThan(0);
    const off = await control.call("POST participants/switch", { name: "participants", on: false });
    expect(off.canceled).toBe(0);
    expect(await quotes()).toBe(0);
    expect(await on("participants")).toBe(false);
    await venue.step(10_000);
    expect(await quotes()).toBe(0);
    await control.call("POST participants/switch", { name: "participants", on: true });
    await venue.step(4_000);
    expect(await quotes()).toBeGreaterThan(0);
  });

  test("feeds switched off leave prices where they are", async () => {
    await control.call("POST participants/switch", { name: "feeds", on: false });
    const [before] = await control.call("GET prices");
    await venue.step(60_000);
    expect((await control.call("GET prices"))[0]!.index).toBe(before!.index);
    await control.call("POST participants/switch", { name: "feeds", on: true });
    await venue.step(60_000);
    expect((await control.call("GET prices"))[0]!.index).not.toBe(before!.index);
  });

  test("another name is refused with those that there are", async () => {
    const refused = await control
      .call("POST participants/switch", { name: "makers", on: false })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(VenueError);
    expect((refused as VenueError).msg).toContain("one of feeds, participants");
  });
});

test("a pushed price holds until the market's own feed is followed again", async () => {
  const source = async () => (await control.call("GET prices"))[0]!.source;
  await control.call("POST prices/push", { prices: { btc: "-10%" } });
  expect(await source()).toBe("pushed");
  const { index } = (await control.call("GET prices"))[0]!;
  await venue.step(20_000);
  expect((await control.call("GET prices"))[0]!.index).toBe(index);
  expect(await control.call("POST prices/follow", { symbol: "btc" })).toEqual({
    symbol,
    source: "generated",
  });
  await venue.step(60_000);
  expect((await control.call("GET prices"))[0]!.index).not.toBe(index);
});

test("accounts are listed with what they have, where that is asked for", async () => {
  const plain = await control.call("GET accounts", { kind: "user" });
  expect(plain[0]).toEqual({ account: 4, name: "demo-1", kind: "user", status: "normal" });
  const [demo1] = await control.call("GET accounts", { kind: "user", money: true });
  expect(demo1).toMatchObject({ wallet: "100000", equity: "100000", unrealized: "0", positions: 0 });
});

import { expect, test, vi } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { EngineBusyError, LeadLostError } from "../../src/kernel/engine/index.ts";
import { HistoryBehindError, HistoryFailedError } from "../../src/service/readmodel/index.ts";
import { control } from "./control.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * What control has carried out it neither calls nor records as refused, whatever goes wrong behind the
 * command.
 */

const BEHIND = new HistoryBehindError(5, 9);
const FAILED = new HistoryFailedError("/data/history.db", { why: "writing it failed (disk I/O error)" });

interface Run {
  readonly venue: Venue;
  /** What the venue logged as errors. */
  readonly logged: unknown[];
}

/** Ann was brought by Bob, and has traded with him. */
async function open(): Promise<Run> {
  const logged: unknown[] = [];
  const venue = await venueOfTest({
    prices: { btc: 60_000 },
    accounts: ["ann", "bob"].map((name) => ({ name, balance: "1000" })),
    log: { info() {}, warn() {}, error: (fields) => void logged.push(fields) },
  });
  await call(venue, "referrals/set", { account: "ann", agent: "bob", rebateRate: "0.2" });
  await call(venue, "orders/place", { ...ORDER, account: "bob", action: "open-short", size: "0.03" });
  await call(venue, "orders/place", { ...ORDER, account: "ann", action: "open-long" });
  return { venue, logged };
}

const ORDER = { symbol: "btc", size: "0.01", price: "60000" };

/** Calls control, which must answer with this status. */
async function call(venue: Venue, path: string, body?: object, status = 200) {
  const reply = await control(venue, path, body);
  expect(reply.status, reply.text).toBe(status);
  const told = ["retry-after", "outcry-outcome"].map((name) => reply.headers.get(name));
  return { answer: reply.body, told };
}

/** Commands of operators that the journal has as refused. */
async function refused(venue: Venue): Promise<readonly string[]> {
  const { entries } = (await call(venue, "journal?refused=true")).answer;
  return entries.map(({ outcome }: { outcome: string }) => outcome);
}

/** Each ends an order at once, or pays an agent, and has to look into history for its answer. */
const ACTS: readonly (readonly [string, (venue: Venue) => Promise<object>, object, RegExp])[] = [
  [
    "orders/place",
    async () => ({ ...ORDER, account: "ann", action: "open-long" }),
    { state: "filled" },
    /^Done: order \d+ was placed\. What it came to cannot be shown: history at /,
  ],
  [
    "orders/amend",
    async (venue) => {
      const rests = { ...ORDER, account: "ann", action: "open-long", price: "59000" };
      const { order } = (await call(venue, "orders/place", rests)).answer;
      return { account: "ann", order, price: "60000" };
    },
    { state: "filled" },
    /^Done: order \d+ was amended\. What it came to cannot be shown: history at /,
  ],
  [
    "referrals/pay",
    async () => ({ account: "ann" }),
    { fees: "0.36" },
    /^Done: the agent of account \d+ was paid\. What it came to cannot be shown: history at /,
  ],
];

test.each(ACTS)(
  "%s waits for a history that is behind, however often it says so",
  async (path, of, answer) => {
    const { venue, logged } = await open();
    const given = await of(venue);
    const before = venue.engine.headSeq;
    for (const name of ["order", "rebates"] as const) {
      const asked = vi.spyOn(venue.history, name);
      for (let i = 0; i < 3; i++) asked.mockRejectedValueOnce(BEHIND);
    }
    expect((await call(venue, path, given)).answer).toMatchObject(answer);
    expect(venue.engine.headSeq).toBe(before + 1);
    expect([await refused(venue), logged]).toEqual([[], []]);
  },
);

test.each(ACTS)("%s with a history that has failed was done, and says so", async (path, of, _answer, msg) => {
  const { venue, logged } = await open();
  const given = await of(venue);
  const before = venue.engine.headSeq;
  for (const name of ["order", "rebates"] as const)
    vi.spyOn(venue.history, name).mockRejectedValueOnce(FAILED);
  const { answer, told } = await call(venue, path, given, 503);
  expect(answer.msg).toMatch(msg);
  expect(told).toEqual([null, "unknown"]);
  expect(venue.engine.headSeq).toBe(before + 1);
  expect([await refused(venue), logged]).toEqual([[], []]);
});

test("what was done under a reference, and could not be shown, is shown to whoever sends it again", async () => {
  const { venue } = await open();
  const given = { ...ORDER, account: "ann", action: "open-long", reference: "once" };
  vi.spyOn(venue.history, "order").mockRejectedValueOnce(FAILED);
  const { answer } = await call(venue, "orders/place", given, 503);
  const again = (await call(venue, "orders/place", given)).answer;
  expect(answer.msg).toContain(`order ${again.order} was placed`);
  expect((await call(venue, "orders/place", given)).answer).toEqual(again);
  const { positions } = (await call(venue, "accounts/show?account=ann")).answer;
  expect(positions).toMatchObject([{ size: "0.0200" }]);
});

test("an account is brought back whole, or not at all where history cannot tell what it began with", async () => {
  const { venue } = await open();
  await call(venue, "orders/place", { ...ORDER, account: "ann", action: "open-long", price: "50000" });
  const before = (await call(venue, "accounts/show?account=ann")).answer;
  vi.spyOn(venue.history, "bills").mockRejectedValueOnce(FAILED);
  await call(venue, "accounts/reset", { account: "ann" }, 503);
  expect((await call(venue, "accounts/show?account=ann")).answer).toEqual(before);
  expect(await refused(venue)).toEqual([FAILED.message]);
  expect((await call(venue, "accounts/reset", { account: "ann" })).answer).toMatchObject({
    ...{ canceledOrders: 1, openPositions: [{ size: "0.0100" }] },
  });
});

test("what goes wrong behind the first of several commands is not told as if nothing had been done", async () => {
  const { venue } = await open();
  const { submit } = venue.engine;
  const submitted = vi.spyOn(venue.engine, "submit");
  submitted.mockImplementationOnce((command) => submit.call(venue.engine, command));
  submitted.mockRejectedValueOnce(new EngineBusyError("4 commands are waiting, at most 4 may"));
  const { answer, told } = await call(venue, "accounts/open", { name: "new", balance: "5" }, 503);
  const part = "Carried out at least in part, so look before you repeat it";
  expect(answer.msg).toBe(`${part}: 4 commands are waiting, at most 4 may`);
  expect(told).toEqual([null, "unknown"]);
  expect(await refused(venue)).toEqual([]);

  const much = { name: "newer", balance: "90000000000000" };
  const over = await call(venue, "accounts/open", much, 400);
  expect(over.answer.msg).toMatch(/^Carried out at least in part, so .*: the venue holds at most /);
  const names = (await call(venue, "accounts?match=new*")).answer.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["new", "newer"]);
});

test("a read that cannot know whether it is current asks to be sent again", async () => {
  const { venue, logged } = await open();
  vi.spyOn(venue.engine, "current").mockRejectedValueOnce(new LeadLostError("it is not known who leads"));
  const { told } = await call(venue, "orders/show?account=ann&order=1", undefined, 503);
  expect([told, logged]).toEqual([["1", null], []]);
});

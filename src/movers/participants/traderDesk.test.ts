import { expect, onTestFinished, test } from "vitest";
import { btc } from "../../../test/core/contracts.ts";
import { Driver } from "../../../test/core/driver.ts";
import type { Command, Query } from "../../kernel/core/index.ts";
import type { EnginePort } from "../../kernel/engine/index.ts";
import type { TraderKind } from "../traders/index.ts";
import { USUAL_TRADER } from "../traders/index.ts";
import { TraderDesk } from "./traderDesk.ts";

/** A desk of one trader, whose turns are `act`; and what was said of those that it sat out. */
async function deskOf(act: () => unknown, venue = new Driver([btc])) {
  venue.index(60_000_000);
  const engine = {
    submit: async (command: Command) => venue.execute(command),
    submitAll: async (commands: readonly Command[]) => commands.map((command) => venue.execute(command)),
    query: async (query: Query) => venue.ask(query),
  } as unknown as EnginePort;
  const faults: string[] = [];
  const onError = (error: unknown): void => void faults.push((error as Error).message);
  const kind = { about: "a trader of a user's", start: () => ({ act }) } as unknown as TraderKind;
  const desk = await TraderDesk.open({ engine, seed: 1, onError }, { ...USUAL_TRADER, name: "own", kind });
  return { desk, faults, time: venue.time };
}

test("a trader whose turn is a promise that fails sits it out, and fails nobody else", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  const { desk, faults, time } = await deskOf(() => Promise.reject(new Error("no price")));
  await desk.beat(time);
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
  expect(faults).toEqual(["act must return at once, and no promise"]);
});

test("a trader whose account was opened right before the venue ended gets its balance, once", async () => {
  const venue = new Driver([btc]);
  const account = venue.user("trader-own");
  const money = () => venue.ask({ type: "assets", account })!.wallet;
  for (let start = 0; start < 2; start++) {
    await deskOf(() => [], venue);
    expect(money()).toBe(BigInt(USUAL_TRADER.balance) * 100_000_000n);
  }
});

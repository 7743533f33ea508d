import { expect, test } from "vitest";
import { agree } from "./compare.ts";
import type { Coverage } from "./coverage.ts";
import { indexAt, order, scripted } from "./scripted.ts";
import type { TapeCommand } from "./tape.ts";
import { EXTERNAL } from "./tape.ts";
import { contracts, deposit, termsOf } from "./tapes.ts";

/** Rules of orders that random tapes seldom come to, driven to on both exchanges. */

const { specification } = contracts[0]!;
const [TRADER, MAKER, THIRD] = [4, 5, 6];

const PLAN = { type: "plan", contract: 0, source: "last" } as const;

/** Three with money, at 60 000, and what they do. */
function run(commands: readonly TapeCommand[], from = specification): Coverage {
  return scripted([
    { type: "list", specification: from },
    ...["trader", "maker", "third"].map((name) => ({ type: "account" as const, name })),
    ...[TRADER, MAKER, THIRD].map((to) => deposit(to, 1_000_000)),
    indexAt(60_000_000),
    ...commands,
  ]);
}

test("fill or kill counts on the first of a pair of presets that both rest", () => {
  const coverage = run([
    order(MAKER, "open short", 600_000, 20),
    order(TRADER, "open long", 600_000, 10, { takeProfit: 603_000, stopLoss: 598_000 }),
    order(TRADER, "open long", 600_000, 10),
    { type: "modify", account: TRADER, order: 0, trigger: 603_000, source: "last", price: 606_000 },
    { type: "modify", account: TRADER, order: 1, trigger: 598_000, source: "last", price: 605_000 },
    order(MAKER, "open short", 603_000, 1),
    order(THIRD, "open long", 603_000, 1),
    order(MAKER, "open long", 598_000, 1),
    order(THIRD, "open short", 598_000, 1),
    order(MAKER, "open long", 606_000, 15, { timeInForce: "fok" }),
    order(MAKER, "open long", 606_000, 10, { timeInForce: "fok" }),
  ]);
  expect(coverage.of("a sibling before it ends it")).toBe(1);
});

test("a trigger on the last price is met by the mark until there was a trade", () => {
  const coverage = run([
    order(MAKER, "open short", 606_000, 20),
    { ...PLAN, account: TRADER, action: "open long", size: 10, trigger: 605_000 },
    indexAt(60_500_000),
    { ...PLAN, account: TRADER, action: "open long", size: 10, trigger: 607_000 },
    indexAt(60_700_000),
  ]);
  expect(coverage.of("met by the mark before a trade")).toBe(1);
  expect(coverage.of("triggered")).toBe(1);
});

test("a close may be smaller than the smallest order where it is all that can be closed", () => {
  const coverage = run(
    [
      order(MAKER, "open short", 600_000, 30),
      order(TRADER, "open long", 600_000, 30),
      order(MAKER, "open long", 600_000, 25),
      order(TRADER, "close long", 600_000, 30, { timeInForce: "ioc" }),
      order(TRADER, "close long", 602_000, 4),
      order(TRADER, "close long", 602_000, 6),
      order(TRADER, "close long", 602_000, 5),
      { type: "amend", account: TRADER, order: 10, price: 603_000 }, // its only one
      order(MAKER, "open long", 600_000, 10),
      { type: "close all", account: TRADER },
    ],
    { ...specification, orderLotsMin: 10 },
  );
  expect(coverage.of("refused sizeTooSmall")).toBe(1);
  expect(coverage.of("refused closeTooLarge")).toBe(1);
  expect(coverage.of("did amend")).toBe(1);
  expect(coverage.of("amended")).toBe(1);
  expect(coverage.of("canceled reduce only")).toBe(1);
});

test("of a reported trade the part that closes gives back its margin before the part that opens is admitted", () => {
  const reported = { what: "reported bought", price: 600_000 } as const;
  const withdrawn = { from: THIRD, to: EXTERNAL, amount: 999_800n * 100_000_000n };
  const poor: TapeCommand = { type: "move", movement: "withdraw", ...withdrawn };
  const coverage = run([
    poor,
    {
      ...{ type: "mirror", account: THIRD, contract: 0, proportional: false },
      rows: [
        { ...reported, size: 1 },
        { ...reported, size: 329 },
      ],
    },
  ]);
  expect(coverage.of("mirror reported a trade")).toBe(1);
  expect(coverage.of("mirror left out of a trade what was refused")).toBe(0);
});

test("terms that are in force leave a delisted contract's next funding where it stood", () => {
  const hours = 3_600_000;
  agree(
    [
      { wait: 0, command: { type: "list", specification } },
      { wait: 0, command: indexAt(60_000_000) },
      { wait: 0, command: { type: "delist", contract: 0, at: 60_000 } },
      { wait: 60_000, command: { type: "time" } },
      { wait: 9 * hours, command: { type: "time" } },
      { wait: 0, command: { type: "change", contract: 0, terms: termsOf(specification) } },
    ],
    () => {},
  );
});

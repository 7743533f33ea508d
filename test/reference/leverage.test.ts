import fc from "fast-check";
import { test } from "vitest";
import { indexAt, order } from "./scripted.ts";
import type { Action, TapeCommand } from "./tape.ts";
import { DEFAULT_RISK, DEFAULT_SETTINGS } from "./tape.ts";
import { contracts, deposit, int, often, setLeverage } from "./tapes.ts";
import { tryDaily } from "./trial.ts";

/**
 * The core against the reference exchange where leverages change under resting orders: a trader of little
 * means bids and asks around a maker's quotes, in any mode; its orders take the leverage or are in its way.
 */

const PATIENCE_MS = 3_600_000;
const START = 600_000;
const [TRADER, MAKER] = [4, 5];
const { specification } = contracts[0]!;

const action = fc.constantFrom<Action>("open long", "open short", "close long");
const lots = int(1, 60);
const step: fc.Arbitrary<TapeCommand> = fc.oneof(
  often(
    8,
    fc
      .record({ action, at: int(-3_000, 3_000), lots, atMarket: fc.constantFrom(false, false, false, true) })
      .map((draw) => {
        const limited = order(TRADER, draw.action, START + draw.at, draw.lots);
        const { price: _, ...market } = limited;
        return draw.atMarket ? market : limited;
      }),
  ),
  often(
    3,
    fc
      .record({ buys: fc.boolean(), at: int(0, 300), lots })
      .map(({ buys, at, lots: size }) =>
        order(MAKER, buys ? "open long" : "open short", buys ? START - at : START + at, size),
      ),
  ),
  often(
    6,
    fc
      .record({
        marginMode: fc.constantFrom("shared" as const, "isolated"),
        to: fc.constantFrom(100, 300, 500, 1_000, 1_500, 2_000, 5_000, 10_000, 12_500),
        short: fc.constantFrom(0, 300, 500, 1_000, 5_000, 12_500),
        ordersFollow: fc.constantFrom(true, true, true, false),
      })
      .map(({ marginMode, to, short, ordersFollow }) => ({
        ...setLeverage(TRADER, marginMode, to),
        ...{ isolatedShort: short, ordersFollow },
      })),
  ),
  often(
    3,
    int(-2_000, 2_000).map((by) => indexAt((START + by) * 100)),
  ),
  often(
    1,
    fc.constantFrom("both" as const, "net" as const).map((tierNotional) => ({
      type: "risk rule" as const,
      contract: 0,
      rule: { ...DEFAULT_RISK, tierNotional },
    })),
  ),
);

const market = fc
  .record({
    marginMode: fc.constantFrom("shared" as const, "isolated"),
    isOneWay: fc.boolean(),
    /** How long orders are on their way. */
    orderDelayMs: fc.constantFrom(0, 0, 30),
    means: int(20, 4_000),
    /** By which all is larger: some meet the tiers. */
    scale: fc.constantFrom(1, 500, 2_000),
    steps: fc.array(step, { minLength: 20, maxLength: 60, size: "max" }),
  })
  .map(({ marginMode, isOneWay, orderDelayMs, means, scale, steps }): TapeCommand[] => {
    const positionMode = isOneWay ? "one-way" : "hedge";
    const settings = { ...DEFAULT_SETTINGS, positionMode, orderDelayMs } as const;
    const fitted = (command: TapeCommand): TapeCommand => {
      if (command.type === "leverage" && command.isolatedShort !== 500) return { ...command, marginMode };
      if (command.type !== "place") return command;
      const net = isOneWay && command.account === TRADER && command.action !== "close long";
      return { ...command, size: command.size * scale, ...(net && { net }) };
    };
    return [
      { type: "list", specification },
      { type: "account", name: "trader" },
      { type: "account", name: "maker" },
      deposit(TRADER, means * scale),
      deposit(MAKER, 1_000_000 * scale),
      { type: "mode", account: TRADER, contract: 0, marginMode, separatedMode: "combined" },
      { type: "settings", account: TRADER, settings },
      indexAt(START * 100),
      ...steps.map(fitted),
    ];
  });

test(
  "the core and the reference exchange agree on leverages that change under resting orders",
  () =>
    tryDaily({
      drawn: market.map((all) => all.map((command, i) => ({ wait: i % 3 === 0 ? 40 : 0, command }))),
      meant: (_, command) => command,
      seed: 20_261_130,
      tapes: 100,
      wanted: `
        leverage that orders follow, shared; leverage that orders follow, isolated; leverage: openOrdersExist;
        leverage: tierLeverage; leverage: marginInsufficient; leverage: leverageLowered; leverage: ok`,
    }),
  PATIENCE_MS,
);

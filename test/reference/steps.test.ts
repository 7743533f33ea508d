import { expect, test } from "vitest";
import { START } from "./compare.ts";
import { ReferenceExchange } from "./exchange.ts";
import { line } from "./happening.ts";
import { ObservedExchange } from "./observed.ts";
import type { TapeCommand } from "./tape.ts";
import { EXTERNAL } from "./tape.ts";
import { contracts } from "./tapes.ts";

test("one command runs at most 1024 steps; the next one runs the rest first, or is refused until proceed has", () => {
  const reference = new ReferenceExchange();
  const core = new ObservedExchange();
  const execute = (command: TapeCommand): string => {
    const outcome = core.execute(START, command);
    expect(reference.execute(START, command)).toBe(outcome);
    expect(core.happenings.map(line)).toEqual(reference.happenings.map(line));
    return outcome;
  };
  const place: TapeCommand = {
    type: "place",
    account: 4,
    contract: 0,
    action: "open long",
    size: 1,
    price: 600_000,
  };
  const { specification } = contracts[0]!;
  execute({ type: "list", specification: { ...specification, openOrdersMax: 5_000 } });
  execute({ type: "account", name: "alice" });
  execute({ type: "move", movement: "deposit", from: EXTERNAL, to: 4, amount: 10n ** 15n });
  execute({ type: "index", prices: [{ contract: 0, points: 60_000_000 }] });
  for (let i = 0; i < 2_100; i++) {
    execute({
      ...place,
      type: "plan",
      trigger: 605_000 - (i % 7),
      source: "mark",
      price: 599_000,
    } as TapeCommand);
  }
  const triggered = (): number => core.happenings.filter((each) => each.what === "triggered").length;
  expect(execute({ type: "index", prices: [{ contract: 0, points: 60_500_000 }] })).toBe("ok");
  expect(triggered()).toBe(1_024);
  expect(execute(place)).toBe("workPending");
  expect(triggered()).toBe(1_024);
  expect(core.exchange.pendingSteps()).toBeGreaterThan(0);
  expect(execute({ type: "proceed" })).toBe("ok");
  expect(triggered()).toBe(52);
  expect(execute(place)).toBe("ok");
  expect(core.stateRecords().map(line)).toEqual(reference.stateRecords().map(line));
});

test("a take-profit or stop-loss off every grid is refused, when placed and when modified", () => {
  const reference = new ReferenceExchange();
  const core = new ObservedExchange();
  const execute = (command: TapeCommand): string => {
    const outcome = core.execute(START, command);
    expect(reference.execute(START, command)).toBe(outcome);
    return outcome;
  };
  execute({ type: "list", specification: contracts[0]!.specification });
  execute({ type: "account", name: "alice" });
  execute({ type: "index", prices: [{ contract: 0, points: 60_000_000 }] });
  const stop = {
    type: "tpsl",
    account: 4,
    contract: 0,
    leg: "long",
    takeProfit: false,
    size: 0,
    trigger: 590_000,
    source: "mark",
  } as const;
  const changed = { type: "modify", account: 4, order: 1, trigger: 580_000, source: "mark" } as const;
  expect(execute({ ...stop, size: 1.5 })).toBe("invalidValue");
  expect(execute({ ...stop, price: -1 })).toBe("invalidValue");
  expect(execute({ ...stop, price: 0.5 })).toBe("invalidValue");
  expect(execute(stop)).toBe("ok");
  expect(execute({ ...changed, price: 0.5 })).toBe("invalidValue");
  expect(execute({ ...changed, trigger: 0 })).toBe("invalidValue");
  expect(execute({ ...changed, price: 1e9 })).toBe("priceTooFar");
  expect(execute({ ...changed, price: 581_000 })).toBe("ok");
});

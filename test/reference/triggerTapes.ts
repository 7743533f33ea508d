import fc from "fast-check";
import type { CommandOf, TapeCommand } from "./tape.ts";
import type { Step } from "./tapes.ts";

/**
 * A tape whose waiting orders are of the kinds that bots ask for besides plain triggers: some take-profits
 * and stop-losses take their whole leg and end with it, and some have price protection; most plan orders are
 * trailing stops. Countdowns begin, are put off, stopped and run down.
 */
export function triggerTape(drawn: fc.Arbitrary<Step[]>): fc.Arbitrary<Step[]> {
  const dice = fc.array(fc.nat({ max: 15 }), { minLength: 89, maxLength: 89 });
  return fc.noBias(
    fc.tuple(drawn, dice).map(([steps, rolls]) => {
      let rolled = 0;
      const roll = (): number => rolls[rolled++ % rolls.length]!;
      return steps.flatMap((step) => changed(step, roll));
    }),
  );
}

function changed({ wait, command }: Step, roll: () => number): Step[] {
  const step = { wait, command: changedFor(command, roll) };
  if (command.type === "tpsl" && roll() < 3) return [step, step];
  const closes =
    command.type === "close all" || (command.type === "place" && command.action.startsWith("close"));
  if (closes && roll() < 6)
    return [
      { wait, command: tied(command, roll) },
      { ...step, wait: 0 },
    ];
  if (command.type !== "place" || roll() > 1) return [step];
  const { account, contract } = command;
  const which = (["normal", "plan", "all"] as const)[roll() % 3]!;
  const afterMs = [0, 1, 500, 1_000, 1_000, 5_000, 20_000][roll() % 7]!;
  return [step, { wait: 0, command: { type: "countdown", account, contract, which, afterMs } }];
}

/** An order that ends with the leg that may be about to end; it waits for a price that never comes. */
function tied(
  { account, contract = 0 }: CommandOf<"close all"> | CommandOf<"place">,
  roll: () => number,
): TapeCommand {
  const isLong = roll() < 8;
  const waits = { leg: isLong ? "long" : "short", takeProfit: !isLong, trigger: 1, source: "last" } as const;
  return { type: "tpsl", account, contract, ...waits, size: 0, endsWithLeg: true };
}

function changedFor(command: TapeCommand, roll: () => number): TapeCommand {
  if (command.type === "list") {
    const triggerProtectRate = [0, 100_000, 400_000, 5_000_000][roll() % 4]!;
    return { ...command, specification: { ...command.specification, triggerProtectRate } };
  }
  if (command.type === "plan" && roll() < 12) {
    const {
      type: _,
      price: __,
      trigger,
      position: ___,
      takeProfit: ____,
      stopLoss: _____,
      ...plan
    } = command;
    const callbackRate = [100_000, 100_000, 150_000, 200_000, 450_001, 1_000_000, 99_999][roll() % 7]!;
    const activation = roll() < 7 ? trigger : 0;
    return { ...plan, type: "trailing", callbackRate, activation, priceProtect: roll() < 2 };
  }
  if (command.type === "plan") {
    const { position: _, ...plan } = command;
    return { ...plan, rising: roll() < 8, priceProtect: roll() < 8 };
  }
  if (command.type !== "tpsl") return command;
  const tpsl = { ...command, priceProtect: roll() < 4 };
  return roll() < 4 ? tpsl : { ...tpsl, endsWithLeg: true, size: roll() === 0 ? command.size : 0 };
}

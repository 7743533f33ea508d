import fc from "fast-check";
import type { TapeCommand } from "./tape.ts";
import { DEFAULT_SETTINGS, FIRST_USER } from "./tape.ts";
import type { Step } from "./tapes.ts";
import { resolve } from "./tapes.ts";
import type { Venue } from "./venue.ts";

/**
 * Of three accounts two hold one net position a contract from the start; the others, and they again, as they
 * may.
 */
const NETTERS = [true, true, false];

/**
 * A tape on which some accounts are one-way accounts: what opens says a side, mostly; modes are combined,
 * mostly; and settings, of which each names a position mode, switch now and then.
 */
export function netTape(drawn: fc.Arbitrary<Step[]>): fc.Arbitrary<Step[]> {
  const dice = fc.array(fc.nat({ max: 15 }), { minLength: 97, maxLength: 97 });
  return fc.noBias(
    fc.tuple(drawn, dice).map(([steps, rolls]) => {
      let rolled = 0;
      const roll = (): number => rolls[rolled++ % rolls.length]!;
      return steps.flatMap((step) => netted(step, roll));
    }),
  );
}

function netted({ wait, command }: Step, roll: () => number): Step[] {
  if (command.type === "account") {
    const id = FIRST_USER - 1 + Number(command.name.split(" ")[1]);
    const settings = { ...DEFAULT_SETTINGS, positionMode: "one-way" } as const;
    const isNet = NETTERS[id % NETTERS.length]!;
    const switched: Step = { wait: 0, command: { type: "settings", account: id, settings } };
    const isolated = { type: "mode", account: id, contract: 0, marginMode: "isolated" } as const;
    const mode: Step = { wait: 0, command: { ...isolated, separatedMode: "combined" } };
    if (!isNet) return [{ wait, command }];
    return id % 2 === 0 ? [{ wait, command }, switched] : [{ wait, command }, switched, mode];
  }
  const account = "account" in command ? command.account : 0;
  const isNet = NETTERS[account % NETTERS.length]!;
  if (!isNet) return [{ wait, command }];
  if (command.type === "move" && command.movement === "deposit") return [{ wait, command }];
  const changed = changedFor(command, roll);
  if (roll() !== 0 || account === 0) return [{ wait, command: changed }];
  const positionMode = roll() < 12 ? "one-way" : "hedge";
  const settings = { ...DEFAULT_SETTINGS, positionMode } as const;
  const switches: TapeCommand =
    roll() < 8 ? { type: "settings", account, settings } : { type: "position mode", account, positionMode };
  return [
    { wait, command: switches },
    { wait: 0, command: changed },
  ];
}

function changedFor(command: TapeCommand, roll: () => number): TapeCommand {
  switch (command.type) {
    case "settings": {
      const selfTrade =
        command.settings.selfTrade === "none" && roll() > 1 ? "decrement" : command.settings.selfTrade;
      const positionMode = roll() > 0 ? "one-way" : "hedge";
      return { ...command, settings: { ...command.settings, selfTrade, positionMode } };
    }
    case "mode": {
      if (roll() < 2) return command;
      const isolates = command.contract === 0 && command.account % 2 === 1;
      return { ...command, separatedMode: "combined", ...(isolates && { marginMode: "isolated" }) };
    }
    case "leverage":
      if (command.contract !== 0 || command.account % 2 === 0 || roll() < 2) return command;
      return { ...command, marginMode: "isolated" };
    case "place":
    case "plan":
      return roll() > 1 ? { ...command, net: true } : command;
    default:
      return command;
  }
}

/** As {@link resolve}; a side is seldom said for an account that has legs. */
export function resolveNet(v: Venue, drawn: TapeCommand): TapeCommand {
  const command = resolve(v, drawn);
  if ((command.type !== "place" && command.type !== "plan") || command.net !== true) return command;
  const isKnown = v.accounts.some(({ id }) => id === command.account);
  if (!isKnown || v.isOneWay(command.account) || command.size % 20 === 0) return command;
  const { net: _, ...legged } = command;
  return legged;
}

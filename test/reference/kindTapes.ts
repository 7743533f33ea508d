import fc from "fast-check";
import { resolveNet } from "./netTapes.ts";
import type { InTheBook, PriceMatch, SelfTrade, Specification, TapeCommand } from "./tape.ts";
import { DEFAULT_SETTINGS, FIRST_USER } from "./tape.ts";
import type { Step } from "./tapes.ts";
import { contracts, termsOf } from "./tapes.ts";
import type { Venue } from "./venue.ts";

const SELF_TRADES: readonly SelfTrade[] = [
  "expire maker",
  "expire taker",
  "expire both",
  "decrement",
  "none",
];
const MATCHES: readonly PriceMatch[] = [
  ["opponent", 1],
  ["queue", 1],
  ["queue", 1],
  ["opponent", 1],
  ["queue", 1],
  ["queue", 5],
  ["opponent", 5],
];
const DELAY_MS = 600;
/** From what part of equity on margin is called for, in per cent. */
const CALLS = [0, 1, 10, 33, 50, 80, 99];
/** Ends with the step, soon, or after a while; 1: it will have been by then. */
const TILLS = [0, 1, 40, 600, 1_000, 45_000, 90_000];

/**
 * A tape on which orders often say how they behave in the book, and contracts have a smallest value and a
 * largest market order.
 */
export function kindTape(drawn: fc.Arbitrary<Step[]>): fc.Arbitrary<Step[]> {
  const dice = fc.array(fc.nat({ max: 59 }), { minLength: 211, maxLength: 211 });
  return fc.noBias(
    fc.tuple(drawn, dice).map(([steps, rolls]) => {
      let rolled = 0;
      const roll = (sides: number): number => rolls[rolled++ % rolls.length]! % sides;
      return steps.flatMap(({ wait, command }) => [
        { wait, command: changedFor(command, roll) },
        ...(command.type === "account" ? opened(command.name) : []),
      ]);
    }),
  );
}

/** Orders of every other account are on their way for a while, and of each margin is called for. */
function opened(name: string): Step[] {
  const account = FIRST_USER - 1 + Number(name.split(" ")[1]);
  const settings = { ...DEFAULT_SETTINGS, orderDelayMs: account % 2 === 0 ? DELAY_MS : 0 };
  return [
    { wait: 0, command: { type: "settings", account, settings } },
    { wait: 0, command: { type: "margin call", account, percent: 50 } },
  ];
}

function changedFor(command: TapeCommand, roll: (sides: number) => number): TapeCommand {
  switch (command.type) {
    case "settings": {
      const { settings } = command;
      const orderDelayMs = roll(2) === 0 ? settings.orderDelayMs : DELAY_MS;
      return {
        ...command,
        settings: { ...settings, orderDelayMs, marginCallPercent: CALLS[roll(CALLS.length)]! },
      };
    }
    case "list": {
      const { specification } = command;
      return roll(2) === 0
        ? command
        : { ...command, specification: { ...specification, ...limitsOf(specification) } };
    }
    case "change": {
      const { specification } = contracts[command.contract]!;
      const terms = { ...termsOf(specification), ...limitsOf(specification) };
      return roll(2) === 0 ? command : { ...command, terms };
    }
    case "place": {
      const timeInForce = roll(3) === 0 ? (["fok", "post-only"] as const)[roll(2)]! : command.timeInForce;
      const orRefused = roll(3) > 0;
      return { ...withKinds(command, roll), ...(timeInForce !== undefined && { timeInForce }), orRefused };
    }
    case "plan": {
      const { position, ...plan } = command;
      return roll(3) === 0 ? command : { ...withKinds(plan, roll), rising: roll(2) === 0 };
    }
    default:
      return command;
  }
}

/** Orders of one unit are worth too little, and those of more than four are too large at market. */
function limitsOf({ symbol, ...grid }: Specification) {
  const { anchor, unit } = contracts.find(({ specification }) => specification.symbol === symbol)!;
  const value =
    (anchor * unit * grid.priceStep * grid.lotStep) / 10 ** (grid.priceDecimals + grid.sizeDecimals);
  return { marketLotsMax: unit * 4, notionalMinUnits: Math.floor(value * 1.5) };
}

function withKinds<T extends InTheBook & { readonly price?: number }>(
  command: T,
  roll: (sides: number) => number,
): T {
  const kinds: { -readonly [K in keyof InTheBook]: InTheBook[K] } = {};
  if (roll(3) === 0) kinds.selfTrade = SELF_TRADES[roll(SELF_TRADES.length)]!;
  if (roll(3) === 0) kinds.till = TILLS[roll(TILLS.length)]!;
  if (roll(5) > 2 || command.price === undefined) return { ...command, ...kinds };
  const { price, ...matched } = command;
  return { ...(roll(12) === 0 ? command : matched), ...kinds, match: MATCHES[roll(MATCHES.length)]! } as T;
}

/** As {@link resolveNet}; a drawn date lies so long after now. */
export function resolveKinds(v: Venue, drawn: TapeCommand): TapeCommand {
  const command = resolveNet(v, drawn);
  if ((command.type !== "place" && command.type !== "plan") || !command.till) return command;
  return { ...command, till: v.time + command.till - 1 };
}

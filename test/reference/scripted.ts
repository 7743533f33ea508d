import { agree } from "./compare.ts";
import { Coverage } from "./coverage.ts";
import type { Action, CommandOf, TapeCommand } from "./tape.ts";
import { atOnce } from "./tapes.ts";

/** Short scripts that both exchanges are driven through, and the commands that most are made of. */

/** The index of the first contract. */
export function indexAt(points: number): TapeCommand {
  return { type: "index", prices: [{ contract: 0, points }] };
}

/** An order in the first contract. */
export function order(
  account: number,
  action: Action,
  price: number,
  size: number,
  more: Partial<CommandOf<"place">> = {},
): CommandOf<"place"> {
  return { type: "place", account, contract: 0, action, price, size, ...more };
}

/** What commands at one moment have reached, on which both exchanges agree. */
export function scripted(commands: readonly TapeCommand[]): Coverage {
  const coverage = new Coverage();
  agree(atOnce(commands), (seen) => coverage.add(seen));
  return coverage;
}

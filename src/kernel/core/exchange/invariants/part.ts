import type { State } from "../../data/state/state.ts";
import type { Pool } from "../../data/units/pool.ts";
import { InvariantError } from "../../data/units/units.ts";

/**
 * One rule, or a few that are checked together, over rows of one kind.
 *
 * Each row is checked by itself, against the state as it is at that moment: commands may execute between two
 * rows, and rows may come and go. So a check may use only the row and what the row leads to. A sum over
 * everything is one row, taken at once in a plain loop over its columns.
 */
export interface AuditPart {
  /** The name of the rows, as the operator's status shows it. */
  readonly name: string;
  /** How many there are now, unused ones included. */
  rows(s: State): number;
  /** Throws an InvariantError if a rule does not hold for this row. */
  check(s: State, row: number): void;
}

/** A part whose rows are those of a pool; `check` is given the slot. */
export function inPool<Slot extends number>(
  name: string,
  pool: (s: State) => Pool<Slot>,
  check: (s: State, slot: Slot) => void,
): AuditPart {
  return {
    name,
    rows: (s) => pool(s).rows,
    check: (s, row) => check(s, pool(s).slotOf(row)),
  };
}

/** A part of one row: what only shows over the whole. */
export function whole(name: string, check: (s: State) => void): AuditPart {
  return { name, rows: () => 1, check };
}

/** Throws: `rule` is stated as it should hold, `where` gives the ids and numbers at hand. */
export function broken(rule: string, where: Readonly<Record<string, number | bigint | string>> = {}): never {
  const details = Object.entries(where).map(([name, value]) => `${name} ${value}`);
  throw new InvariantError(details.length === 0 ? rule : `${rule} (${details.join(", ")})`);
}

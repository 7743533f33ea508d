import type { State } from "../data/state/state.ts";
import { bookParts } from "./invariants/books.ts";
import { directiveParts } from "./invariants/directives.ts";
import { directoryParts, referralParts } from "./invariants/directory.ts";
import { moneyParts } from "./invariants/money.ts";
import { orderParts } from "./invariants/orders.ts";
import { paperParts } from "./invariants/paper.ts";
import type { AuditPart } from "./invariants/part.ts";
import { positionParts } from "./invariants/positions.ts";
import { riskParts } from "./invariants/risk.ts";
import { triggerParts } from "./invariants/triggers.ts";

/** Links before sums: a sum over a list says nothing while the list itself may be torn. */
const parts: readonly AuditPart[] = [
  ...directoryParts,
  ...paperParts,
  ...orderParts,
  ...triggerParts,
  ...bookParts,
  ...directiveParts,
  ...positionParts,
  ...moneyParts,
  ...referralParts,
  ...riskParts,
];

/**
 * Checks every rule that the state alone can show to hold between commands, and throws an InvariantError that
 * names the first broken one and the ids concerned. Linear in the state; changes nothing but registers.
 *
 * @see docs/reference/invariants.md
 */
export function audit(s: State): void {
  const pass = new AuditPass(s);
  while (!pass.isDone) pass.check(Number.POSITIVE_INFINITY);
}

/**
 * The same checks as {@link audit}, some rows at a time. Commands may execute in between, since each row is
 * checked by itself (exchange/invariants/part.ts). Rows that appear behind the place that a pass has reached
 * are left for the next pass.
 */
export class AuditPass {
  readonly #s: State;
  #part = 0;
  #row = 0;

  constructor(s: State) {
    this.#s = s;
  }

  /** Every rule was checked. */
  get isDone(): boolean {
    return this.#part === parts.length;
  }

  /** What is checked next, in words; empty when done. */
  get where(): string {
    return parts[this.#part]?.name ?? "";
  }

  /** Checks up to `most` rows of one part. Throws an InvariantError that names the broken rule. */
  check(most: number): void {
    const part = parts[this.#part];
    if (part === undefined) return;
    const rows = part.rows(this.#s); // rows that came since the last call are checked too
    const until = Math.min(rows, this.#row + most);
    while (this.#row < until) part.check(this.#s, this.#row++);
    if (this.#row < rows) return;
    this.#part++;
    this.#row = 0;
  }
}

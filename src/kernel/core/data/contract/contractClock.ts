import { CONTRACT_DELISTED } from "../codes.ts";
import type { TimeMs } from "../units/units.ts";
import type { Contract } from "./contract.ts";
import { MARK_MEDIAN_OF_THREE } from "./markPrice.ts";

/**
 * What the passing of time alone does to contracts, so that a moment at which nothing is due looks at none of
 * them. It holds until something that it was made of changes ({@link State.contractClock}).
 */
export class ContractClock {
  /**
   * Those whose prices move with every moment, by their place: an index whose sources fall silent, a mark
   * that counts the time left to the next funding. The marks of the others move with their samples and their
   * index only.
   */
  readonly moving: readonly Contract[];
  /** When the first of all periods and notices ends; Infinity if none runs. */
  readonly due: TimeMs;

  constructor(contracts: readonly Contract[]) {
    this.moving = contracts.filter(
      ({ sources, markRule }) => sources.size > 0 || markRule.method === MARK_MEDIAN_OF_THREE,
    );
    let due = Number.POSITIVE_INFINITY;
    for (const contract of contracts) due = Math.min(due, periodEnd(contract), noticeEnd(contract));
    this.due = due;
  }
}

/** When the contract's running period ends; never, once it is delisted. */
export function periodEnd(contract: Contract): TimeMs {
  return contract.status === CONTRACT_DELISTED ? Number.POSITIVE_INFINITY : contract.fundingDue;
}

/** When the notice of the contract's delisting ends; never, while none runs. */
export function noticeEnd({ delistingDue }: Contract): TimeMs {
  return delistingDue > 0 ? delistingDue : Number.POSITIVE_INFINITY;
}

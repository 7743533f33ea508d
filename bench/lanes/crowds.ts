import { Crowd } from "../crowd.ts";
import { type Lane, median } from "../lane.ts";

const SETTLEMENTS = 20;
/** Rows of the audit between two looks at the clock, as the venue takes them. */
const ROWS = 8;

/**
 * What happens to a whole market at once, in ms: `book`, `fund` and `adl`, a mark update that liquidates the
 * victims into the book, into the insurance fund, and against their counterparties; `funding`, a settlement
 * of all positions; `audit`, a complete pass over all invariants, and `row`, its longest stretch that cannot
 * be divided.
 */
export function start({ solvent, victims }: { readonly solvent: number; readonly victims: number }): Lane {
  const crowd = new Crowd({ solvent, victims });
  const bare = crowd.keep();
  crowd.fillFund();
  const funded = crowd.keep();
  crowd.bid(victims);
  const bidden = crowd.keep();
  const before = crowd.positions;
  const lost = (state: Uint8Array, fall: () => number): number => {
    crowd.restore(state);
    const ms = fall();
    if (crowd.victimLots !== 0) throw new Error(`victims still hold ${crowd.victimLots} lots`);
    return ms;
  };
  return {
    pass() {
      crowd.restore(bidden);
      const fundings: number[] = [];
      for (let i = 0; i < SETTLEMENTS; i++) fundings.push(crowd.fund());
      const { audit, row } = auditOf(crowd);
      return {
        book: lost(bidden, () => crowd.fall()),
        fund: lost(funded, () => crowd.gap()),
        adl: lost(bare, () => crowd.gap()),
        funding: median(fundings),
        fundingMax: Math.max(...fundings),
        positions: before,
        audit,
        row,
      };
    },
  };
}

function auditOf({ exchange }: Crowd): { readonly audit: number; readonly row: number } {
  const pass = exchange.beginAudit();
  let audit = 0;
  let row = 0;
  while (!pass.isDone) {
    const begun = performance.now();
    pass.check(ROWS);
    const ms = performance.now() - begun;
    audit += ms;
    row = Math.max(row, ms);
  }
  return { audit, row };
}

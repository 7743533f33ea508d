import type { CommandOf } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { admitWhole, refuse } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { contractIndex } from "../../data/units/kinds.ts";
import { POINTS_PER_TICK, RATE_ONE } from "../../data/units/units.ts";
import { watchAgain } from "../../events/accountEvents.ts";
import { sourceFollowed } from "../../events/contractEvents.ts";
import { refreshMark } from "./administer.ts";

/**
 * `followSource`: marks, funding rates and holds of contracts that show another market. All rows are checked
 * before the first is taken.
 *
 * While a contract is held its mark does not move, its funding periods end without a payment, its book gives
 * no samples, and the ladder leaves its positions alone: so nobody loses a position at a price that is out
 * of date. A shared entry in breach is meanwhile liquidated by its other positions. When the hold ends, the
 * margin of everybody with a position there is checked.
 */
export function followSource(s: State, command: CommandOf<"followSource">): boolean {
  for (const row of command.contracts) {
    const { contract: index, sourceMark } = row;
    const contract = s.contracts[index];
    if (contract === undefined) return refuse(s, R.unknownContract, { contract: index });
    if (!admitWhole(s, row, "sourceRate", [-RATE_ONE, RATE_ONE])) return false;
    if (!admitWhole(s, row, "hasSourceRate", [0, 1]) || !admitWhole(s, row, "held", [0, 1])) return false;
    const max = contract.priceMax * POINTS_PER_TICK;
    if (!Number.isSafeInteger(sourceMark) || sourceMark < 0 || sourceMark > max)
      return refuse(s, R.indexOutOfRange, { contract: index, points: sourceMark, max });
  }
  for (const row of command.contracts) {
    const contract = s.contracts[contractIndex(row.contract)];
    const report = {
      ...row,
      contract: contract.index,
      sourceRate: row.hasSourceRate === 1 ? row.sourceRate : 0,
    };
    if (FIELDS.every((name) => report[name] === contract[name])) continue;
    const isReleased = contract.held === 1 && row.held === 0;
    sourceFollowed(s, { ...report, hasSourceRate: report.hasSourceRate === 1, held: report.held === 1 });
    refreshMark(s, contract);
    if (isReleased) for (const account of s.holdingOf[contract.index].keys()) watchAgain(s, account);
  }
  return true;
}

const FIELDS = ["sourceMark", "sourceRate", "hasSourceRate", "held"] as const;

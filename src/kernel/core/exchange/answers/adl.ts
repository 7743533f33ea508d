import { LONG, SHORT } from "../../data/codes.ts";
import type { AdlView } from "../../data/messages/query.ts";
import type { State } from "../../data/state/state.ts";
import { bigDivFloor } from "../../data/units/divide.ts";
import type { ContractIndex } from "../../data/units/kinds.ts";
import { RATE_ONE } from "../../data/units/units.ts";
import { rank } from "../../ladder/rank.ts";

/**
 * Every position of a contract in the queue of its leg, longs first; none without a mark or a contract. Under
 * the risk rule `adlRandom` each command draws a random queue, so positions come by ascending id, without a
 * rank and with a light of 3.
 */
export function adl(s: State, query: { readonly contract: ContractIndex }): readonly AdlView[] {
  const contract = s.contracts[query.contract];
  if (contract === undefined || contract.markPoints === 0) return [];
  const { positions } = s;
  const isRandom = contract.riskRule.adlRandom;
  return [LONG, SHORT].flatMap((leg) => {
    const ranked = rank(s, contract, leg);
    const queue = isRandom ? ranked.toSorted((a, b) => a.id - b.id) : ranked;
    return queue.map(({ position: p, numerator, denominator }, i) => ({
      position: positions.id[p],
      account: positions.account[p],
      leg,
      size: positions.size[p],
      ...(isRandom
        ? { rank: undefined, light: MIDDLE_LIGHT, score: 0n }
        : {
            rank: i + 1,
            light: LIGHTS - Math.floor((i * LIGHTS) / queue.length),
            score: scoreOf(numerator, denominator),
          }),
    }));
  });
}

const LIGHTS = 5;
const MIDDLE_LIGHT = 3;
const ONE = BigInt(RATE_ONE);

/** A position with no equity behind it scores 0 if it loses, and is undefined (first of all) if it wins. */
function scoreOf(numerator: bigint, denominator: bigint): bigint | undefined {
  if (denominator !== 0n) return bigDivFloor(numerator * ONE, denominator);
  return numerator > 0n ? undefined : 0n;
}

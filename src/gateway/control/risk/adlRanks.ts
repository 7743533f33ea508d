import type { AdlView } from "../../../core/index.ts";
import * as declared from "../../../wire/control/operations/risk.ts";
import { shortTextOf, sizeText } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";
import { legs, wordOf } from "../words.ts";

/**
 * `GET /control/adl`: each leg's positions in the order in which auto-deleveraging would take them. The light is the
 * fifth of the queue: 5 the first to be closed. `score` is "infinite" for a winning position without margin behind it,
 * which is closed first. Where the order is drawn at random, `rank` is null, the light 3 and `score` "random".
 */
export const adlRanks = controlOperation(declared.adlRanks, async (context, { symbol }) => {
  const contract = await contractOf(context, symbol);
  const queue = await context.engine.query({ type: "adl", contract: contract.contract });
  return queue.map((each) => ({
    leg: wordOf(legs, each.leg),
    rank: each.rank ?? null,
    light: each.light,
    account: each.account,
    position: each.position,
    size: sizeText(contract, each.size),
    score: scoreText(each),
  }));
});

function scoreText({ rank, score }: AdlView): string {
  if (rank === undefined) return "random";
  return score === undefined ? "infinite" : shortTextOf(score, 8);
}

import * as declared from "../../../../interface/wire/control/operations/risk.ts";
import { shortTextOf, sizeText } from "../../../../interface/wire/index.ts";
import type { AdlView } from "../../../../kernel/core/index.ts";
import { legs, wordOf } from "../../words.ts";
import { balanceOf } from "../money.ts";
import type { ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed, contractOf, lotsAsked } from "../parameters.ts";

/**
 * `POST /control/accounts/liquidate`: takes the shared entry, or that of an isolated position, through the
 * whole ladder, whatever its margin. Answers the account's figures when the ladder is done.
 */
const liquidateAccount = controlOperation(
  declared.liquidateAccount,
  async (context, { account: name, position = 0 }) => {
    const { account } = await accountNamed(context, name);
    await context.submit({ type: "liquidate", account, position });
    return balanceOf(context, account);
  },
);

/**
 * `POST /control/accounts/deleverage`: closes part of the leg's oldest position at mark against the
 * best-ranked counterparties, without a bankruptcy. What finds no counterparty stays open: `closed` says how
 * much was closed.
 */
const deleverageAccount = controlOperation(
  declared.deleverageAccount,
  async (context, { account: name, symbol, leg, size }) => {
    const { account } = await accountNamed(context, name);
    const contract = await contractOf(context, symbol);
    const of = { type: "positions", account, contract: contract.contract } as const;
    const held = async () =>
      (await context.engine.query(of)).reduce((sum, each) => (each.leg === leg ? sum + each.size : sum), 0);
    const before = await held();
    const { id } = await context.submit({
      type: "deleverage",
      account,
      contract: contract.contract,
      leg,
      size: lotsAsked(contract, size),
    });
    return { order: id, closed: sizeText(contract, before - (await held())) };
  },
);

/**
 * `GET /control/adl`: each leg's positions in the order in which auto-deleveraging would take them. The light
 * is the fifth of the queue: 5 the first to be closed. `score` is "infinite" for a winning position without
 * margin behind it, which is closed first. Where the order is drawn at random, `rank` is null, the light 3
 * and `score` "random".
 */
const adlRanks = controlOperation(declared.adlRanks, async (context, { symbol }) => {
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

/** The operations of liquidation and deleveraging. */
export const ladderOperations: readonly ControlOperation[] = [liquidateAccount, deleverageAccount, adlRanks];

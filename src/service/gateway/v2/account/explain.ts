import type { v2 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { accountExplained } from "../../trading/accountExplained.ts";
import { liquidationExplained } from "../../trading/liquidationExplained.ts";

/**
 * Ours: no other venue has it. The figures of the key's own account at this instant, each with its formula
 * and its terms, as control explains them; and the places of its positions in the queues of
 * auto-deleveraging.
 */
export const explain = privateOperation(
  declared.explain,
  async ({ engine, account }): Promise<v2.Explanation> => {
    const [view, contracts] = await Promise.all([
      engine.query({ type: "explain", account }),
      engine.query({ type: "contracts" }),
    ]);
    const explained = accountExplained(view!, contracts);
    const held = new Set(view!.entries.flatMap(({ positions }) => positions.map(({ contract }) => contract)));
    const queues = await Promise.all(
      [...held].map(async (contract) => {
        const queue = await engine.query({ type: "adl", contract });
        const own = queue.filter((each) => each.account === account);
        const { symbol } = contracts[contract]!;
        return own.map(({ position, rank, light }) => ({ position, symbol, rank: rank ?? null, light }));
      }),
    );
    return { ...explained, adl: queues.flat() };
  },
);

/**
 * Ours: no other venue has it. The last liquidation of the key's own account, step by step, as control
 * explains it.
 */
export const explainLiquidation = privateOperation(
  declared.explainLiquidation,
  async (context, { positionId }): Promise<v2.LiquidationExplanation> => {
    return { liquidation: (await liquidationExplained(context, context.account, positionId)) ?? null };
  },
);

import { controlOperation } from "../operation.ts";
import { accountOf, accountText } from "../parameters.ts";
import { amountOf, positionsOf, requirementOf, standingOf } from "./explained.ts";

/**
 * `GET /control/explain/account`: the numbers of an account at this instant, each with its formula and its terms: amount,
 * wallet, equity, available, withdrawable, margin ratio of every entry; requirement and estimated liquidation price of
 * every symbol. The core computes them all (docs/reference/margin.md).
 */
export const explainAccount = controlOperation({
  method: "GET",
  path: "/control/explain/account",
  summary: "Explain an account's numbers at this instant, formula by formula",
  parameters: { account: accountText },
  async handle(context, { account: name }) {
    const { account } = await accountOf(context, name);
    const { engine } = context;
    const [view, contracts] = await Promise.all([
      engine.query({ type: "explain", account }),
      engine.query({ type: "contracts" }),
    ]);
    const { seq, time, entries } = view!;
    return {
      account,
      seq,
      time,
      entries: entries.map((entry) => ({
        position: entry.position,
        marginMode: entry.position === 0 ? "shared" : "isolated",
        numbers: [amountOf(entry), ...standingOf(entry)],
        positions: positionsOf(entry, contracts),
        symbols: entry.symbols.map((symbol) => ({
          symbol: contracts[symbol.contract]!.symbol,
          numbers: requirementOf(symbol, contracts[symbol.contract]!),
        })),
      })),
    };
  },
});

import { optional, text, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";
import { showLeverage } from "../show/account.ts";

export const settings = privateOperation({
  method: "GET",
  path: "/capi/v2/account/settings",
  summary: "Leverage by symbol",
  meaning: "The leverages of a symbol, or of all.",
  call: "account.settings",
  source: "published documentation, settings",
  weight: { ip: 1, uid: 1 },
  access: "read",
  parameters: { symbol: optional(text("Trading pair; all without it")) },
  response: v2.Settings,
  async handle(context, { symbol }): Promise<v2.Settings> {
    const { contracts } = context;
    const only = contracts.ofFilter(symbol);
    const { holdings } = await accountOf(context);
    const shown =
      only === undefined ? holdings : holdings.filter(({ contract }) => contract === only.contract);
    return Object.fromEntries(
      shown.map((holding) => [contracts.at(holding.contract).symbol, showLeverage(holding)]),
    );
  },
});

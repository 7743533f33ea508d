import { Type } from "typebox";
import { optional, shortLeverageText, v3 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";
import { contractOfFilter, symbolOf, symbolParameter } from "../symbol.ts";

const { words } = v3;

export const symbolConfig = privateOperation({
  method: "GET",
  path: "/capi/v3/account/symbolConfig",
  summary: "Margin mode, segregation and leverage by symbol",
  meaning: "Margin mode, segregation and leverages of a symbol, or of all.",
  call: "account.symbolConfig",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: { symbol: optional(symbolParameter) },
  response: Type.Array(v3.SymbolConfig),
  async handle(context, { symbol }): Promise<v3.SymbolConfig[]> {
    const { contracts } = context;
    const only = contractOfFilter(contracts, symbol);
    const { holdings } = await accountOf(context);
    return holdings
      .filter(({ contract }) => only === undefined || contract === only.contract)
      .map((holding) => ({
        symbol: symbolOf(contracts.at(holding.contract)),
        marginType: words.marginTypes[holding.marginMode]!,
        separatedType: words.separatedTypes[holding.separatedMode]!,
        crossLeverage: shortLeverageText(holding.cross),
        isolatedLongLeverage: shortLeverageText(holding.isolatedLong),
        isolatedShortLeverage: shortLeverageText(holding.isolatedShort),
      }));
  },
});

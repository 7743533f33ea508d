import { shortLeverageText, v3 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";
import { contractOfFilter, symbolOf } from "../symbol.ts";

const { words } = v3;

export const symbolConfig = privateOperation(
  declared.symbolConfig,
  async (context, { symbol }): Promise<v3.SymbolConfig[]> => {
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
);

import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";
import { showLeverage } from "../show/account.ts";

export const settings = privateOperation(
  declared.settings,
  async (context, { symbol }): Promise<v2.Settings> => {
    const { contracts } = context;
    const only = contracts.ofFilter(symbol);
    const { holdings } = await accountOf(context);
    const shown =
      only === undefined ? holdings : holdings.filter(({ contract }) => contract === only.contract);
    return Object.fromEntries(
      shown.map((holding) => [contracts.at(holding.contract).symbol, showLeverage(holding)]),
    );
  },
);

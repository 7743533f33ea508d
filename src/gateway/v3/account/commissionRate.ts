import { effectiveRates } from "../../../core/index.ts";
import { rateText, type v3 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";
import { contractOf, symbolOf } from "../symbol.ts";

export const commissionRate = privateOperation(
  declared.commissionRate,
  async (context, { symbol }): Promise<v3.CommissionRate> => {
    const contract = contractOf(context.contracts, symbol);
    const { fee, holdings } = await accountOf(context);
    const ofSymbol = holdings.find((holding) => holding.contract === contract.contract)?.fee;
    const { maker, taker } = effectiveRates(contract, fee, ofSymbol);
    return {
      symbol: symbolOf(contract),
      makerCommissionRate: rateText(maker),
      takerCommissionRate: rateText(taker),
    };
  },
);

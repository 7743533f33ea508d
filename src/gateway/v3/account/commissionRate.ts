import { effectiveRates } from "../../../core/index.ts";
import { rateText, v3 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";
import { contractOf, symbolOf, symbolParameter } from "../symbol.ts";

export const commissionRate = privateOperation({
  method: "GET",
  path: "/capi/v3/account/commissionRate",
  summary: "Fee rates of a symbol, as the account pays them",
  meaning: "The fee rates that the account is charged in a symbol.",
  call: "account.commissionRate",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: { symbol: symbolParameter },
  response: v3.CommissionRate,
  async handle(context, { symbol }): Promise<v3.CommissionRate> {
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
});

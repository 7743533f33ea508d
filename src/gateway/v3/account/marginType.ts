import { COMBINED, SEPARATED } from "../../../core/index.ts";
import { choice, optional, v3 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { acknowledge } from "../acknowledge.ts";
import { marginTypeParameter } from "../parameters.ts";
import { contractOf, symbolParameter } from "../symbol.ts";
import { holdingOf } from "./holdingOf.ts";

/** What is not given stays as it is. */
export const marginType = privateOperation({
  method: "POST",
  path: "/capi/v3/account/marginType",
  summary: "Change margin mode and position segregation of a symbol",
  meaning: "Changes margin mode and segregation of a symbol. Refused with a position or an order there.",
  call: "account.marginType",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 20, uid: 50 },
  access: "trade",
  parameters: {
    symbol: symbolParameter,
    marginType: marginTypeParameter,
    separatedType: optional(choice("One position a side, or one an opening order", { COMBINED, SEPARATED })),
  },
  response: v3.Acknowledgement,
  async handle(context, { symbol, marginType: marginMode, separatedType }) {
    const contract = contractOf(context.contracts, symbol);
    const separatedMode = separatedType ?? (await holdingOf(context, contract)).separatedMode;
    return acknowledge(
      context,
      {
        type: "setMode",
        account: context.account,
        contract: contract.contract,
        marginMode,
        separatedMode,
      },
      contract,
    );
  },
});

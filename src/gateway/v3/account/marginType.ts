import * as declared from "../../../wire/v3/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { holdingOf } from "../../trading/accountOf.ts";
import { acknowledge } from "../acknowledge.ts";
import { contractOf } from "../symbol.ts";

/** What is not given stays as it is. */
export const marginType = privateOperation(
  declared.marginType,
  async (context, { symbol, marginType: marginMode, separatedType }) => {
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
);

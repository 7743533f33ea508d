import * as declared from "../../../../wire/v2/operations/account.ts";
import { privateOperation } from "../../../operation.ts";
import { acknowledge } from "../../acknowledge.ts";

export const changeHoldModel = privateOperation(
  declared.changeHoldModel,
  (context, { symbol, marginMode, separatedMode }) => {
    const contract = context.contracts.of(symbol);
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

import { invalidParameter } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { holdingOf } from "../../trading/accountOf.ts";
import { moneyOf } from "../../trading/grid.ts";
import { acknowledge } from "../acknowledge.ts";
import { contractOf } from "../symbol.ts";

/** Sets a symbol's margin mode and separated mode; one that is not given stays. */
export const setMarginType = privateOperation(
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

export const adjustPositionMargin = privateOperation(
  declared.positionMargin,
  (context, { isolatedPositionId, amount: text, type }) => {
    const amount = moneyOf("amount", text);
    if (amount <= 0n) throw invalidParameter("amount", "it must be above 0");
    return acknowledge(context, {
      type: "adjustMargin",
      account: context.account,
      position: isolatedPositionId,
      amount: amount * BigInt(type),
    });
  },
);

export const modifyAutoAppendMargin = privateOperation(
  declared.modifyAutoAppendMargin,
  (context, { positionId, autoAppendMargin }) => {
    return acknowledge(context, {
      type: "setAutoAppend",
      account: context.account,
      position: positionId,
      on: autoAppendMargin,
    });
  },
);

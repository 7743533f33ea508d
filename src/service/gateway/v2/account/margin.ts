import * as declared from "../../../../interface/wire/v2/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { moneyOf } from "../../trading/grid.ts";
import { acknowledge } from "../acknowledge.ts";

export const adjustMargin = privateOperation(
  declared.adjustMargin,
  (context, { isolatedPositionId, collateralAmount }) => {
    return acknowledge(context, {
      type: "adjustMargin",
      account: context.account,
      position: isolatedPositionId,
      amount: moneyOf("collateralAmount", collateralAmount),
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

/** Ours: no other venue has it. */
export const positionMode = privateOperation(declared.positionMode, (context, { positionMode: mode }) =>
  acknowledge(context, { type: "setPositionMode", account: context.account, positionMode: mode }),
);

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

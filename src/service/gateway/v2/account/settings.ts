import type { v2 } from "../../../../interface/wire/index.ts";
import { invalidParameter, leverageText, missingParameter } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/account.ts";
import type { Command } from "../../../../kernel/core/index.ts";
import { SHARED } from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { leverageOf, moneyOf } from "../../trading/grid.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";

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

/** Sets a symbol's leverage. In cross mode both sides have the same, and one may be left out. */
export const leverage = privateOperation(
  declared.leverage,
  async (context, { symbol, marginMode, longLeverage, shortLeverage }) => {
    const contract = context.contracts.of(symbol);
    const isShared = marginMode === SHARED;
    const longText = longLeverage ?? (isShared ? shortLeverage : undefined);
    const shortText = shortLeverage ?? (isShared ? longLeverage : undefined);
    if (longText === undefined) throw missingParameter("longLeverage");
    if (shortText === undefined) throw missingParameter("shortLeverage");
    const names = {
      cross: longLeverage === undefined ? "shortLeverage" : "longLeverage",
      isolatedLong: "longLeverage",
      isolatedShort: "shortLeverage",
    };
    const long = leverageOf(isShared ? names.cross : names.isolatedLong, longText);
    const short = leverageOf(isShared ? names.cross : names.isolatedShort, shortText);
    if (isShared && long !== short) {
      const why = `${leverageText(short)} differs from longLeverage ${leverageText(long)}; in cross mode both are equal`;
      throw invalidParameter("shortLeverage", why);
    }
    const leverages = isShared
      ? { cross: long, isolatedLong: 0, isolatedShort: 0 }
      : { cross: 0, isolatedLong: long, isolatedShort: short };
    const { account, operation } = context;
    await submitOrThrow(
      context,
      {
        type: "setLeverage",
        account,
        contract: contract.contract,
        marginMode,
        switches: false,
        ordersFollow: false,
        ...leverages,
      },
      contract,
      { ...operation, commands: { setLeverage: names } },
    );
    return acknowledged(context);
  },
);

/** Submits a change of settings; answers with the acknowledgement of settings, or throws the refusal. */
async function acknowledge(
  context: PrivateContext,
  command: Command,
  contract?: ContractSpec,
): Promise<v2.Acknowledgement> {
  await submitOrThrow(context, command, contract);
  return acknowledged(context);
}

/** The acknowledgement of settings, once they are made. */
function acknowledged(context: PrivateContext): v2.Acknowledgement {
  return { msg: "success", requestTime: context.now(), code: "200" };
}

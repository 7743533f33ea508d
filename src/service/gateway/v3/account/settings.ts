import { invalidParameter, shortLeverageText, v3, WireError } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/account.ts";
import type { Command } from "../../../../kernel/core/index.ts";
import { SHARED } from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { holdingOf } from "../../trading/accountOf.ts";
import { leverageOf, moneyOf } from "../../trading/grid.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { contractOf, symbolOf } from "../symbol.ts";

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

const { words } = v3;

/**
 * Changes leverages of a symbol and, where `marginType` names the other mode, the mode with them: both or
 * neither. What is not given stays. Leverages of the mode that is not in force are kept for when it is; the
 * answer shows "0" for them.
 */
export const setLeverage = privateOperation(
  declared.leverage,
  async (context, { symbol, marginType, ...given }): Promise<v3.Leverage> => {
    const contract = contractOf(context.contracts, symbol);
    const of = (name: keyof typeof given): number =>
      given[name] === undefined ? 0 : leverageOf(name, given[name]);
    const cross = of("crossLeverage");
    const isolatedLong = of("isolatedLongLeverage");
    const isolatedShort = of("isolatedShortLeverage");
    if (cross === 0 && isolatedLong === 0 && isolatedShort === 0) {
      throw new WireError("requestMalformed", `One of ${Object.keys(given).join(", ")} must be sent.`);
    }
    await submitOrThrow(
      context,
      {
        type: "setLeverage",
        account: context.account,
        contract: contract.contract,
        marginMode: marginType ?? 0,
        switches: true,
        ordersFollow: false,
        cross,
        isolatedLong,
        isolatedShort,
      },
      contract,
    );
    const applied = await holdingOf(context, contract);
    const isShared = applied.marginMode === SHARED;
    return {
      symbol: symbolOf(contract),
      marginType: words.marginTypes[applied.marginMode]!,
      crossLeverage: isShared ? shortLeverageText(applied.cross) : "0",
      isolatedLongLeverage: isShared ? "0" : shortLeverageText(applied.isolatedLong),
      isolatedShortLeverage: isShared ? "0" : shortLeverageText(applied.isolatedShort),
    };
  },
);

/** Submits a change of settings; answers with the acknowledgement of settings, or throws the refusal. */
async function acknowledge(
  context: PrivateContext,
  command: Command,
  contract?: ContractSpec,
): Promise<v3.Acknowledgement> {
  await submitOrThrow(context, command, contract);
  return { code: "200", msg: "", requestTime: context.now() };
}

import { shortLeverageText, v3, WireError } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/account.ts";
import { SHARED } from "../../../../kernel/core/index.ts";
import { privateOperation } from "../../operation.ts";
import { holdingOf } from "../../trading/accountOf.ts";
import { leverageOf } from "../../trading/grid.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { contractOf, symbolOf } from "../symbol.ts";

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

import { invalidParameter, leverageText, missingParameter } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/account.ts";
import { SHARED } from "../../../../kernel/core/index.ts";
import { privateOperation } from "../../operation.ts";
import { leverageOf } from "../../trading/grid.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { acknowledged } from "../acknowledge.ts";

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
        ...leverages,
      },
      contract,
      { ...operation, commands: { setLeverage: names } },
    );
    return acknowledged(context);
  },
);

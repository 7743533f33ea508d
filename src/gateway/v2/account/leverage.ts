import { SHARED } from "../../../core/index.ts";
import { invalidParameter, leverageText, missingParameter } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/account.ts";
import type { ContractSpec } from "../../contracts.ts";
import { privateOperation } from "../../operation.ts";
import { leverageOf } from "../../trading/grid.ts";
import { acknowledge } from "../acknowledge.ts";

/** In cross mode both sides are equal, and one may be left out. */
export const leverage = privateOperation(
  declared.leverage,
  (context, { symbol, marginMode, longLeverage, shortLeverage }) => {
    const contract = context.contracts.of(symbol);
    const isShared = marginMode === SHARED;
    const long = longLeverage ?? (isShared ? shortLeverage : undefined);
    const short = shortLeverage ?? (isShared ? longLeverage : undefined);
    if (long === undefined) throw missingParameter("longLeverage");
    if (short === undefined) throw missingParameter("shortLeverage");
    const sides = {
      long: leverageWithin(contract, longLeverage === undefined ? "shortLeverage" : "longLeverage", long),
      short: leverageWithin(contract, shortLeverage === undefined ? "longLeverage" : "shortLeverage", short),
    };
    if (isShared && sides.long !== sides.short) {
      const [one, other] = [leverageText(sides.long), leverageText(sides.short)];
      const why = `${other} differs from longLeverage ${one}; in cross mode both are equal`;
      throw invalidParameter("shortLeverage", why);
    }
    return acknowledge(
      context,
      {
        type: "setLeverage",
        account: context.account,
        contract: contract.contract,
        marginMode,
        switches: false,
        cross: isShared ? sides.long : 0,
        isolatedLong: isShared ? 0 : sides.long,
        isolatedShort: isShared ? 0 : sides.short,
      },
      contract,
    );
  },
);

/** Leverage in hundredths. What is too low names the parameter that said so; what is too high has a code of its own. */
function leverageWithin({ leverageMin }: ContractSpec, name: string, text: string): number {
  const leverage = leverageOf(name, text);
  if (leverage >= leverageMin) return leverage;
  throw invalidParameter(name, `${leverageText(leverage)} is below ${leverageText(leverageMin)}`);
}

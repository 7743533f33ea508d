import { SHARED } from "../../../core/index.ts";
import {
  decimal,
  invalidParameter,
  leverageText,
  optional,
  shortLeverageText,
  v3,
  WireError,
} from "../../../wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { privateOperation } from "../../operation.ts";
import { carryOut } from "../../trading/carryOut.ts";
import { leverageOf } from "../../trading/grid.ts";
import { marginTypeParameter } from "../parameters.ts";
import { contractOf, symbolOf, symbolParameter } from "../symbol.ts";
import { holdingOf } from "./holdingOf.ts";

const { words } = v3;

/**
 * Changes leverages of a symbol and, where `marginType` names the other mode, the mode with them: both or neither. What is
 * not given stays. Leverages of the mode that is not in force are kept for when it is; the answer shows "0" for them.
 */
export const leverage = privateOperation({
  method: "POST",
  path: "/capi/v3/account/leverage",
  summary: "Change the leverages of a symbol, and its margin mode",
  meaning:
    "Sets leverages of a symbol, and its margin mode where marginType names the other one: all of it or nothing. What is left out stays.",
  call: "account.leverage",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 10, uid: 20 },
  access: "trade",
  parameters: {
    symbol: symbolParameter,
    marginType: optional(marginTypeParameter),
    crossLeverage: optional(decimal("Leverage under cross margin")),
    isolatedLongLeverage: optional(decimal("Leverage of an isolated long position")),
    isolatedShortLeverage: optional(decimal("Leverage of an isolated short position")),
  },
  response: v3.Leverage,
  async handle(context, { symbol, marginType, ...given }): Promise<v3.Leverage> {
    const contract = contractOf(context.contracts, symbol);
    const cross = leverageWithin(contract, "crossLeverage", given.crossLeverage);
    const isolatedLong = leverageWithin(contract, "isolatedLongLeverage", given.isolatedLongLeverage);
    const isolatedShort = leverageWithin(contract, "isolatedShortLeverage", given.isolatedShortLeverage);
    if (cross === 0 && isolatedLong === 0 && isolatedShort === 0) {
      throw new WireError("requestMalformed", `One of ${Object.keys(given).join(", ")} must be sent.`);
    }
    const { account } = context;
    await carryOut(
      context,
      {
        type: "setLeverage",
        account,
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
});

/** Leverage in hundredths, 0 where none is given. What is too low names its parameter; what is too high has a code of its own. */
function leverageWithin({ leverageMin }: ContractSpec, name: string, text: string | undefined): number {
  if (text === undefined) return 0;
  const leverage = leverageOf(name, text);
  if (leverage >= leverageMin) return leverage;
  throw invalidParameter(name, `${leverageText(leverage)} is below ${leverageText(leverageMin)}`);
}

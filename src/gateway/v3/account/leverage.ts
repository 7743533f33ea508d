import type { HoldingView } from "../../../core/index.ts";
import { SHARED } from "../../../core/index.ts";
import { decimal, invalidParameter, leverageText, optional, v3, WireError } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { carryOut } from "../../trading/carryOut.ts";
import { leverageOf } from "../../trading/grid.ts";
import { marginTypeParameter } from "../parameters.ts";
import { contractOf, symbolOf, symbolParameter } from "../symbol.ts";
import { holdingOf } from "./holdingOf.ts";

const { words } = v3;

const leverages = ["crossLeverage", "isolatedLongLeverage", "isolatedShortLeverage"] as const;

/**
 * Changes the leverage of the symbol's margin mode; a side that is not given keeps its own. The mode itself stays: one
 * that is named must be the symbol's, and so must the leverage that is given.
 */
export const leverage = privateOperation({
  method: "POST",
  path: "/capi/v3/account/leverage",
  summary: "Change the leverage of a symbol",
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
    const holding = await holdingOf(context, contract);
    const { marginMode } = holding;
    if (marginType !== undefined && marginType !== marginMode) {
      throw invalidParameter("marginType", `the symbol's mode is ${words.marginTypes[marginMode]}`);
    }
    const applied = appliedTo(holding);
    const named = leverages.filter((name) => given[name] !== undefined);
    if (named.length === 0) {
      throw new WireError("requestMalformed", `One of ${applied.join(", ")} must be sent.`);
    }
    const stray = named.find((name) => !applied.includes(name));
    if (stray !== undefined) {
      const mode = words.marginTypes[marginMode];
      throw invalidParameter(stray, `the symbol's mode is ${mode}`, "combinationInvalid");
    }
    const next = (name: (typeof leverages)[number], current: number): number => {
      const text = given[name];
      if (text === undefined) return current;
      const value = leverageOf(name, text);
      if (value < contract.leverageMin) {
        throw invalidParameter(name, `${leverageText(value)} is below ${leverageText(contract.leverageMin)}`);
      }
      return value;
    };
    const isShared = marginMode === SHARED;
    const long = isShared
      ? next("crossLeverage", holding.cross)
      : next("isolatedLongLeverage", holding.isolatedLong);
    const short = isShared ? long : next("isolatedShortLeverage", holding.isolatedShort);
    const { account } = context;
    await carryOut(
      context,
      { type: "setLeverage", account, contract: contract.contract, marginMode, long, short },
      contract,
    );
    return {
      symbol: symbolOf(contract),
      marginType: words.marginTypes[marginMode]!,
      crossLeverage: isShared ? leverageText(long) : "0",
      isolatedLongLeverage: isShared ? "0" : leverageText(long),
      isolatedShortLeverage: isShared ? "0" : leverageText(short),
    };
  },
});

/** The leverages that a margin mode has. */
function appliedTo({ marginMode }: HoldingView): readonly (typeof leverages)[number][] {
  return marginMode === SHARED ? ["crossLeverage"] : ["isolatedLongLeverage", "isolatedShortLeverage"];
}

import type { LeverageBrackets } from "../../../../interface/wire/fapi/account.ts";
import * as declared from "../../../../interface/wire/fapi/operations/account.ts";
import { bracketsOf, QUANTA_PER_UNIT, RATE_ONE } from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { privateOperation } from "../../operation.ts";
import { contractOfFilter, symbolOf } from "../symbol.ts";

/** The tiers of a symbol, or of all; always a list. */
export const leverageBracket = privateOperation(
  declared.leverageBracket,
  async ({ engine, contracts }, { symbol }): Promise<LeverageBrackets[]> => {
    const { contracts: rules } = await engine.query({ type: "rules" });
    const listed = contracts.listed(contractOfFilter(contracts, symbol));
    return listed.map((contract) => showBrackets(contract, rules[contract.contract]!.risk.flatTiers));
  },
);

/**
 * Tiers as clients compute with them: value × ratio − cum is the maintenance margin, the closing fee apart.
 * Rates and amounts are JSON numbers here, as clients expect: whole units of money with eight decimals are
 * exact up to 2^53 / 10^8.
 *
 * @param isFlat whether the whole value is at the rate of its tier, so that nothing is taken off
 */
export function showBrackets(contract: ContractSpec, isFlat: boolean): LeverageBrackets {
  const { tiers } = contract;
  const deductions = bracketsOf(tiers, isFlat);
  return {
    symbol: symbolOf(contract),
    notionalCoef: 1,
    brackets: tiers.map(({ boundUnits, maintenanceRate, leverageMax }, index) => ({
      bracket: index + 1,
      initialLeverage: Math.floor(leverageMax / 100),
      notionalCap: boundUnits,
      notionalFloor: tiers[index - 1]?.boundUnits ?? 0,
      maintMarginRatio: maintenanceRate / RATE_ONE,
      cum: Number(deductions[index]!.deduction) / QUANTA_PER_UNIT,
    })),
  };
}

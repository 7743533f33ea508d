import * as declared from "../../../wire/control/operations/contract.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";
import { shownMarkRule } from "./mark.ts";
import { shownRiskRule } from "./riskOptions.ts";
import { shownContract } from "./show.ts";

/** `GET /control/contracts`: every contract, delisted ones too. */
export const listContracts = controlOperation(declared.listContracts, async (context, { symbol }) => {
  const { engine } = context;
  const contracts =
    symbol === undefined ? await engine.query({ type: "contracts" }) : [await contractOf(context, symbol)];
  const rules = await engine.query({ type: "rules" });
  return contracts.map((contract) => {
    const rule = rules.contracts[contract.contract]!;
    return {
      ...shownContract(contract, context),
      markRule: shownMarkRule(rule.mark),
      riskRule: shownRiskRule(rule.risk),
    };
  });
});

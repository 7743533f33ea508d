import { control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf, contractText } from "../parameters.ts";
import { carryingParameters, shownBreaches } from "./carrying.ts";
import { shownContract } from "./show.ts";
import { changedTerms, termParameters, termsOf } from "./terms.ts";

/**
 * `POST /control/contracts/change`: changes the terms that are given and leaves the rest; refused where that would liquidate somebody,
 * unless it is meant anyway.
 */
export const changeContract = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/contracts/change",
  summary: "Change terms of a contract",
  answer: control.ContractChanged,
  parameters: { symbol: contractText, ...termParameters, ...carryingParameters },
  async handle(context, { symbol, preview, anyway, ...given }) {
    const before = await contractOf(context, symbol);
    const { contract } = before;
    const terms = changedTerms(termsOf(before), given);
    if (preview)
      return { symbol: before.symbol, breaches: await shownBreaches(context, { contract, terms }) };
    await context.submit({ type: "changeContract", contract, anyway, ...terms });
    return shownContract(await contractOf(context, symbol), context);
  },
});

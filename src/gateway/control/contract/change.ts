import { controlOperation } from "../operation.ts";
import { contractOf, contractText } from "../parameters.ts";
import { shownContract } from "./show.ts";
import { changedTerms, termParameters, termsOf } from "./terms.ts";

/** `POST /control/contracts/change`: changes the terms that are given and leaves the rest. */
export const changeContract = controlOperation({
  method: "POST",
  path: "/control/contracts/change",
  summary: "Change terms of a contract",
  parameters: { symbol: contractText, ...termParameters },
  async handle(context, { symbol, ...given }) {
    const before = await contractOf(context, symbol);
    const terms = changedTerms(termsOf(before), given);
    await context.submit({ type: "changeContract", contract: before.contract, ...terms });
    return shownContract(await contractOf(context, symbol));
  },
});

import { optional } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf, contractText } from "../parameters.ts";
import { shownContract } from "./show.ts";

/** `GET /control/contracts`: every contract, delisted ones too. */
export const listContracts = controlOperation({
  method: "GET",
  path: "/control/contracts",
  summary: "List the contracts with their terms and prices",
  parameters: { symbol: optional(contractText) },
  async handle(context, { symbol }) {
    if (symbol !== undefined) return [shownContract(await contractOf(context, symbol))];
    return (await context.engine.query({ type: "contracts" })).map(shownContract);
  },
});

import { choice } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf, contractText } from "../parameters.ts";
import { contractStatuses } from "../words.ts";

/** `POST /control/contracts/status`: halting and delisting cancel what rests; delisting is for good. */
export const setContractStatus = controlOperation({
  method: "POST",
  path: "/control/contracts/status",
  summary: "Let a contract trade, only cancel, halt it or delist it",
  parameters: {
    symbol: contractText,
    status: choice("`halted` and `delisted` cancel every live order.", contractStatuses),
  },
  async handle(context, { symbol, status }) {
    const { contract, symbol: name } = await contractOf(context, symbol);
    await context.submit({ type: "setContractStatus", contract, status });
    return { symbol: name, status: Object.keys(contractStatuses)[status] };
  },
});

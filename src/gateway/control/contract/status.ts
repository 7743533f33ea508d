import { CONTRACT_DELISTED } from "../../../core/index.ts";
import { choice, control, integer, invalidParameter, optional } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf, contractText } from "../parameters.ts";
import { contractStatuses } from "../words.ts";
import { shownContract } from "./show.ts";

/** Market time between a delisting's notice and its settlement where nobody says otherwise: a day. */
const NOTICE_MS = 86_400_000;
const NOTICE_MS_MAX = 366 * NOTICE_MS;

/**
 * `POST /control/contracts/status`: halting cancels what rests. Delisting gives notice: from now on there are closes only, and at its end
 * what rests is canceled, every position settled at the index, and the contract gone for good. Another status takes the notice back.
 */
export const setContractStatus = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/contracts/status",
  summary: "Let a contract trade, only close and cancel, halt it or delist it after a notice",
  answer: control.ContractStatusSet,
  parameters: {
    symbol: contractText,
    status: choice(
      "`halted` cancels every live order; `delisted` does so and settles every position at the index, once the notice is over.",
      contractStatuses,
    ),
    noticeMs: optional(
      integer("Of `delisted`: market time until then; 0 delists at once. Default: 86400000, a day.", {
        max: NOTICE_MS_MAX,
      }),
    ),
  },
  async handle(context, { symbol, status, noticeMs }) {
    const { contract } = await contractOf(context, symbol);
    if (status === CONTRACT_DELISTED) {
      const at = noticeMs === 0 ? 0 : context.engine.now() + (noticeMs ?? NOTICE_MS);
      await context.submit({ type: "delistContract", contract, at });
    } else {
      if (noticeMs !== undefined) throw invalidParameter("noticeMs", "only a delisting has a notice");
      await context.submit({ type: "setContractStatus", contract, status });
    }
    const { symbol: name, ...shown } = shownContract(await contractOf(context, symbol), context);
    return { symbol: name, status: shown.status, delistedAt: shown.delistedAt };
  },
});

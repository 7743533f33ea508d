import { CONTRACT_DELISTED } from "../../../core/index.ts";
import * as declared from "../../../wire/control/operations/contract.ts";
import { invalidParameter } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";
import { shownContract } from "./show.ts";

/** Market time between a delisting's notice and its settlement where nobody says otherwise: a day. */
const NOTICE_MS = 86_400_000;

/**
 * `POST /control/contracts/status`: halting cancels what rests. Delisting gives notice: from now on there are closes only, and at its end
 * what rests is canceled, every position settled at the index, and the contract gone for good. Another status takes the notice back.
 */
export const setContractStatus = controlOperation(
  declared.setContractStatus,
  async (context, { symbol, status, noticeMs }) => {
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
);

import type { RejectionType } from "../../../core/index.ts";
import * as declared from "../../../wire/control/operations/risk.ts";
import { invalidParameter, WireError } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { rejectionFormulas } from "./rejectionFormulas.ts";

/**
 * `GET /control/explain/rejection`: why an account's last request was refused, or the one with this id in the request log. Where
 * a rule of the market refused it: the rule, its numbers at that instant, and what had to hold of them.
 */
export const explainRejection = controlOperation(
  declared.explainRejection,
  async (context, { account: name, request }) => {
    const { account } = await accountNamed(context, name);
    const wanted = {
      after: request === undefined ? undefined : request - 1,
      limit: 1,
      account,
      refused: true,
    };
    const [entry] = context.requestLog.read(wanted).entries;
    if (entry === undefined || (request !== undefined && entry.id !== request)) {
      const far = "of the account was refused, as far as the request log goes back";
      if (request !== undefined) throw invalidParameter("request", `no request ${request} ${far}`);
      throw new WireError("refused", `no request ${far}`);
    }
    return {
      request: entry.id,
      time: entry.time,
      method: entry.method,
      path: entry.path,
      status: entry.status,
      code: entry.code,
      reason: entry.reason,
      ...(entry.refusal && {
        rule: entry.refusal.rule,
        numbers: entry.refusal.numbers,
        formulas: rejectionFormulas[entry.refusal.rule as RejectionType] ?? [],
      }),
    };
  },
);

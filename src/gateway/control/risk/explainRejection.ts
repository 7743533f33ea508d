import type { RejectionType } from "../../../core/index.ts";
import { control, integer, invalidParameter, optional, WireError } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText } from "../parameters.ts";
import { rejectionFormulas } from "./rejectionFormulas.ts";

/**
 * `GET /control/explain/rejection`: why an account's last request was refused, or the one with this id in the request log. Where
 * a rule of the market refused it: the rule, its numbers at that instant, and what had to hold of them.
 */
export const explainRejection = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/explain/rejection",
  summary: "Explain why a request was refused, with the numbers that decided",
  answer: control.ExplainedRejection,
  parameters: {
    account: accountText,
    request: optional(integer("Its id in the request log; without it the last one refused.", { min: 1 })),
  },
  async handle(context, { account: name, request }) {
    const { account } = await accountOf(context, name);
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
});

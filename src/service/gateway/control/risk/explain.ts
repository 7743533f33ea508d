import * as declared from "../../../../interface/wire/control/operations/risk.ts";
import { invalidParameter, WireError } from "../../../../interface/wire/index.ts";
import type { RejectionType } from "../../../../kernel/core/index.ts";
import { accountExplained } from "../../trading/accountExplained.ts";
import { liquidationExplained } from "../../trading/liquidationExplained.ts";
import type { ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { rejectionFormulas } from "./rejectionFormulas.ts";

/**
 * `GET /control/explain/account`: the numbers of an account at this instant, each with its formula and its
 * terms: amount, wallet, equity, available, withdrawable, margin ratio of every entry; requirement and
 * estimated liquidation price of every symbol. The core computes them all (docs/reference/margin.md).
 */
const explainAccount = controlOperation(declared.explainAccount, async (context, { account: name }) => {
  const { account } = await accountNamed(context, name);
  const { engine } = context;
  const [view, contracts] = await Promise.all([
    engine.query({ type: "explain", account }),
    engine.query({ type: "contracts" }),
  ]);
  return { account, ...accountExplained(view!, contracts) };
});

/**
 * `GET /control/explain/liquidation`: the last liquidation of an account, or of one of its isolated
 * positions, step by step: the entry's equity and requirement at the marks when it began (null where the
 * stored liquidation is older than that figure), the fills of the ladder, and each bill between its two
 * markers with the entry's amount after it. Amounts add up: `amountBefore` and all bills make `amountAfter`.
 */
const explainLiquidation = controlOperation(
  declared.explainLiquidation,
  async (context, { account: name, position }) => {
    const { account } = await accountNamed(context, name);
    const explained = await liquidationExplained(context, account, position);
    if (explained === undefined)
      throw invalidParameter(position === undefined ? "account" : "position", "it was never liquidated");
    return { account, ...explained };
  },
);

/**
 * `GET /control/explain/rejection`: why an account's last request was refused, or the one with this id in
 * the request log. Where a rule of the market refused it: the rule, its numbers at that instant, and the
 * condition on them that did not hold.
 */
const explainRejection = controlOperation(
  declared.explainRejection,
  async (context, { account: name, request }) => {
    const { account } = await accountNamed(context, name);
    const wanted = {
      after: request === undefined ? undefined : request - 1,
      limit: 1,
      account,
      refused: true,
    };
    const [entry] = context.clients.requestLog.read(wanted).entries;
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

/** The operations that explain. */
export const explainOperations: readonly ControlOperation[] = [
  explainAccount,
  explainLiquidation,
  explainRejection,
];

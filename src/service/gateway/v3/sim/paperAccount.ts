import { invalidParameter, type v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/sim.ts";
import type { Command } from "../../../../kernel/core/index.ts";
import { COIN_SUSDT } from "../../../../kernel/core/index.ts";
import { apiVersionOf } from "../../apiVersion.ts";
import type { Operation, PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf, assetsOf } from "../../trading/accountOf.ts";
import { moneyOf } from "../../trading/grid.ts";
import { PAPER_FUNDS, PAPER_FUNDS_MAX } from "../../trading/paperFunds.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { showBalance } from "../account/account.ts";
import { PaperContracts } from "./paperContracts.ts";

/**
 * The context of the user's paper account, which is opened at its first use; contracts go by their paper
 * symbols.
 */
async function paperContext(context: PrivateContext): Promise<PrivateContext> {
  const { engine, views, history, profile, now, sources, operation, key, requestHash, uploadLog } = context;
  const { rules, listenKeys } = context;
  return {
    engine,
    views,
    history,
    profile,
    now,
    sources,
    operation,
    key,
    requestHash,
    uploadLog,
    rules,
    listenKeys,
    contracts: new PaperContracts(context.contracts),
    account: await paperAccountOf(context),
    valuedAt: "mark",
    submit: (command: Command) => context.submit(command),
    submitAll: (commands: readonly Command[]) => context.submitAll(commands),
    readRequests: (query) => context.readRequests(query),
    issueTicket: () => context.issueTicket(),
    lastUse: (name: string) => context.lastUse(name),
    explain: (refusal) => context.explain(refusal),
  };
}

/** The user's paper account, which is opened at its first use. */
export async function paperAccountOf(context: PrivateContext): Promise<number> {
  const { twin } = await accountOf(context);
  if (twin !== 0) return twin;
  const { account } = context;
  const { id } = await submitOrThrow(context, { type: "openPaper", account, amount: PAPER_FUNDS });
  return id;
}

/**
 * A V3 operation on the user's paper account: the same parameters, rules and answers, under a path of its
 * own.
 */
export function onPaperAccount(
  operation: Operation,
  declared: Pick<Operation, "path" | "summary"> & Partial<Pick<Operation, "weight">>,
): Operation {
  return {
    ...operation,
    ...declared,
    meaning: `On paper, with simulated funds: ${operation.meaning}`,
    ...(operation.call !== undefined && { call: operation.call.replace(/^\w+/, "paper") }),
    api: apiVersionOf(declared.path),
    handle: async (context: PrivateContext, input: unknown) =>
      operation.handle(await paperContext(context), input),
  };
}

export const simBalance = privateOperation(declared.simBalance, async (context): Promise<v3.Balance[]> => {
  return [showBalance(await assetsOf(await paperContext(context)), COIN_SUSDT)];
});

/** Cancels the paper account's orders, closes its positions at mark without fees, and sets its balance. */
export const simReset = privateOperation(declared.simReset, async (context, input): Promise<v3.Balance[]> => {
  const amount = moneyOf("amount", input.amount);
  if (amount <= 0n) throw invalidParameter("amount", "it must be above 0");
  if (amount > PAPER_FUNDS_MAX) throw invalidParameter("amount", "it must be at most 1000000000");
  const paper = await paperContext(context); // opened first, where it is not yet
  await submitOrThrow(context, { type: "resetPaper", account: context.account, amount });
  return [showBalance(await assetsOf(paper), COIN_SUSDT)];
});

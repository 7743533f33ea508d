import type { Command } from "../../../../kernel/core/index.ts";
import { apiVersionOf } from "../../apiVersion.ts";
import type { Operation, PrivateContext } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";
import { PAPER_FUNDS } from "../../trading/paperFunds.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { PaperContracts } from "./paperContracts.ts";

/**
 * The context of the user's paper account, which is opened at its first use; contracts go by their paper
 * symbols.
 */
export async function paperContext(context: PrivateContext): Promise<PrivateContext> {
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

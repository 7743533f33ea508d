import type { v2 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/account.ts";
import { type Operation, type PrivateContext, privateOperation } from "../../operation.ts";
import { currentPlan, fills, current as orders } from "../order/lists.ts";
import { assets, getAccounts } from "./accounts.ts";
import { allPosition } from "./positions.ts";
import { messages } from "./records.ts";

/** The first page of each list, and its number of rows. */
const PAGE = { limit: 100, page: 0 };

/**
 * Ours: no other venue has it. The answers of seven operations in one, so that a program can begin with one
 * request. History is a little behind, but waits until it has all that the engine was asked before; fills
 * are read last.
 */
export const snapshot = privateOperation(declared.snapshot, async (context): Promise<v2.Snapshot> => {
  const now = { accounts: getAccounts, assets, positions: allPosition, orders, plans: currentPlan, messages };
  const answers = await Promise.all(
    Object.entries(now).map(async ([name, operation]) => [name, await answerOf(operation, context)] as const),
  );
  return Object.fromEntries([...answers, ["fills", await answerOf(fills, context)]]) as v2.Snapshot;
});

function answerOf({ handle }: Operation, context: PrivateContext): unknown {
  return handle(context, PAGE);
}

import { decodeEvents, RecordView } from "../../../src/kernel/core/index.ts";
import { exchangeMachine, replayLog } from "../../../src/kernel/engine/index.ts";
import type { ClusterLog } from "../../../src/kernel/journal/clusterLog.ts";
import type { Logged } from "./history.ts";

export interface LoggedOrders {
  readonly orders: readonly Logged[];
  readonly commands: number;
}

/**
 * The orders with client ids that a log holds, found by executing all of it again: every frame is checked by
 * its chain and by the digest that it carries. Closes the log.
 *
 * @throws LogError, ReplayError: the log is not what its leaders wrote
 */
export async function loggedOrders(log: ClusterLog): Promise<LoggedOrders> {
  try {
    const orders: Logged[] = [];
    const names = new Map<number, string>();
    const { commands } = await replayLog({
      log,
      machine: exchangeMachine,
      toSeq: (await log.refresh()).nextSeq - 1,
      onFrame({ events }) {
        for (const { event } of decodeEvents(new RecordView(events))) {
          if (event.type === "accountOpened") names.set(event.account, event.name);
          if (event.type !== "orderPlaced" || event.clientId === "") continue;
          const account = names.get(event.account);
          if (account !== undefined)
            orders.push({ account, clientId: event.clientId, order: String(event.order) });
        }
      },
    });
    return { orders, commands };
  } finally {
    await log.close();
  }
}

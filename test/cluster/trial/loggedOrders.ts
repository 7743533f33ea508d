import { fingerprint } from "../../../src/cluster/index.ts";
import { decodeEvents, RecordView } from "../../../src/core/index.ts";
import { exchangeMachine, formatTag, replayLog } from "../../../src/engine/index.ts";
import { Vault } from "../../../src/gateway/index.ts";
import { systemRng } from "../../../src/host/rng.ts";
import { systemClock } from "../../../src/host/systemClock.ts";
import { openPostgresLog } from "../../../src/journal/postgres/postgresLog.ts";
import type { Logged } from "../check/history.ts";

export interface LoggedOrders {
  readonly orders: readonly Logged[];
  readonly commands: number;
  readonly frames: number;
}

/**
 * The orders of users that the log holds, found by executing all of it again: every frame is checked by its chain and by the digest that it
 * carries.
 *
 * @throws LogError, ReplayError: the log is not what its leaders wrote
 */
export async function loggedOrders(url: string, masterKey: Uint8Array): Promise<LoggedOrders> {
  const log = await openPostgresLog({
    url,
    single: true,
    clock: systemClock,
    format: formatTag(),
    keyFingerprint: fingerprint(new Vault(masterKey, systemRng).linkKey),
  });
  try {
    const orders: Logged[] = [];
    const names = new Map<number, string>();
    const { commands, frames } = await replayLog({
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
    return { orders, commands, frames };
  } finally {
    await log.close();
  }
}

import type { Clock } from "../../../kernel/host/clock.ts";
import { ClientAddresses } from "../http/clientAddresses.ts";
import { HostNames } from "../http/hosts.ts";
import { OperationTable } from "../http/operationTable.ts";
import type { Route } from "../http/routes.ts";
import type { HttpServer } from "../http/server.ts";
import { createServer } from "../http/server.ts";
import { MemoryCounters } from "../limits/counters.ts";
import { Limits } from "../limits/limits.ts";
import { limitProfiles } from "../limits/profile.ts";
import type { Log } from "../log.ts";

/**
 * A server for control alone: where other machines can reach the venue, control stays on a loopback port of
 * its own. It is hardened like the main server, and serves no operations of clients.
 *
 * @param routes the operations of control, and the operators' pages
 */
export function createControlServer(
  parts: { readonly clock: Clock; readonly log: Log; now(): number },
  routes: readonly Route[],
): HttpServer {
  const { clock, log, now } = parts;
  const limits = new Limits({ profile: limitProfiles.off, counters: new MemoryCounters(), clock, log });
  const serve = () => Promise.reject(new Error("invariant: control has no operations of the interface"));
  const who = { hosts: new HostNames([]), addresses: new ClientAddresses() };
  const server = { ...who, limits, log, now, refused() {}, serve, isOperators: true };
  return createServer(server, new OperationTable([]), routes);
}

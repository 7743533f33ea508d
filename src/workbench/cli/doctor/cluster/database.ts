import { formatTag } from "../../../../kernel/engine/index.ts";
import { systemClock } from "../../../../kernel/host/clock.ts";
import type { StoreServer } from "../../../../kernel/journal/clusterLog.ts";
import { COPYING } from "../../../../kernel/journal/fenced/logStore.ts";
import type { LogFacts } from "../../../../kernel/journal/postgres/inspect.ts";
import { inspectPostgresLog } from "../../../../kernel/journal/postgres/inspect.ts";
import type { Notes } from "../findings.ts";

/**
 * Examines the database of a cluster: its servers and their settings, its standbys, the log and its lease.
 *
 * @param single whether one server without standbys is meant
 * @returns facts about the log; `undefined` where no log can be read
 */
export async function examineDatabase(
  url: string,
  single: boolean,
  notes: Notes,
): Promise<LogFacts | undefined> {
  const { servers, log } = await inspectPostgresLog({ url, single, clock: systemClock });
  for (const server of servers) examineServer(server, notes);
  examinePrimaries(servers, notes);
  if (!single) examineStandbys(servers, notes);
  if (log === undefined) {
    notes.wrong("log", "there is no log of a venue to be seen: a node makes it at its first start");
    return undefined;
  }
  const { lastSeq, epoch, holder, leftMs } = log;
  const format = formatTag();
  const ends = `it ends with command ${lastSeq}`;
  if (log.format === format) notes.ok("log", `${ends}; its format is this program's`);
  else
    notes.wrong(
      "log",
      `${ends}; it is of format ${hex(log.format)}, this program's is ${hex(format)}: use the build that the nodes run`,
    );
  if (holder?.node === COPYING)
    notes.wrong(
      "lease",
      "a market is being copied there, or that was broken off: no node leads until the command that began it has finished it",
    );
  else if (holder !== undefined && leftMs > 0)
    notes.ok("lease", `${holder.address} holds it under epoch ${epoch}`);
  else
    notes.wrong(
      "lease",
      `nobody holds it (epoch ${epoch}): no node leads. Start one; of one that runs, the log says why it does not lead`,
    );
  return log;
}

function hex(format: number): string {
  return format.toString(16).padStart(8, "0");
}

function examineServer({ server, role, timeline, problem }: StoreServer, notes: Notes): void {
  const check = `database ${server}`;
  if (role === "unreachable")
    notes.note(check, `is not reached: ${problem}. Without it one machine less may be lost: start it`);
  else if (problem !== "") notes.wrong(check, problem);
  else notes.ok(check, role === "primary" ? `takes writes, on timeline ${timeline}` : "is a standby");
}

function examinePrimaries(servers: readonly StoreServer[], notes: Notes): void {
  const primaries = servers.filter(({ role }) => role === "primary").toSorted(byTimeline);
  if (primaries.length === 0)
    notes.wrong("primary", "no server takes writes: nothing is acknowledged until a standby is promoted");
  const [newest, ...older] = primaries;
  for (const { server, timeline } of older)
    notes.wrong(
      "primary",
      `${server} takes writes, too, on timeline ${timeline}, and ${newest!.server} on ${newest!.timeline}: stop it, and make it a standby`,
    );
}

function byTimeline(one: StoreServer, other: StoreServer): number {
  return other.timeline - one.timeline;
}

/** Standbys that a commit may wait for; too few are a fault of the server's already. */
function examineStandbys(servers: readonly StoreServer[], notes: Notes): void {
  const standbys = servers.flatMap((each) => each.standbys);
  const waitedFor = standbys.filter(({ sync }) => sync === "sync" || sync === "quorum");
  const rows = standbys.map(
    ({ name, state, sync, behindBytes }) => `${name} ${state}, ${sync}, ${behindBytes} bytes behind`,
  );
  if (waitedFor.length > 1) notes.ok("standbys", rows.join("; "));
  else if (waitedFor.length === 1)
    notes.note(
      "standbys",
      `${rows.join("; ")}: while the only one is away nothing is acknowledged. With a second one that is bearable`,
    );
}

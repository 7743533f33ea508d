import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Gateway } from "../../../service/gateway/index.ts";
import { copyHistory } from "../../../service/readmodel/index.ts";
import { HISTORY_FILE } from "../dataFiles.ts";
import type { SettledOptions } from "../options.ts";
import { atRest } from "../saveState.ts";
import type { VenueSession } from "../venueSession.ts";
import type { VenueSetup } from "../venueSetup.ts";
import type { BranchPoint } from "./branches.ts";

/** Takes the present moment of a market; commands wait meanwhile, as while a state is saved. */
export function branchPoint(
  { store, vault }: VenueSetup,
  session: VenueSession,
  { faults }: Pick<Gateway, "faults">,
): Promise<BranchPoint> {
  return atRest(session, async (state) => ({
    state,
    history: store.directory === undefined ? await session.history.image() : await imageIn(store.directory),
    time: session.clock.now(),
    origin: session.part.origin,
    timeline: session.part.timeline.point(),
    faults: faults.anew(),
    vault,
  }));
}

/**
 * The options of a branch: a venue in memory, on ports of its own, with a clock that stands at the moment.
 */
export function branchSettings(
  { settled, accounts, adminToken }: VenueSetup,
  { time }: BranchPoint,
): SettledOptions {
  const { signal: _, onTraffic: __, controlPort, ...others } = settled;
  return {
    ...others,
    data: "memory",
    port: 0,
    ...(controlPort !== undefined && { controlPort: 0 }),
    clock: time,
    accounts: accounts.map(({ credentials, ...spec }) => ({ ...spec, ...credentials })),
    adminToken,
    prehistory: 0,
    past: new Map(),
    onHalt: (reason) => settled.log.error({ reason: reason.message }, "a branch halted"),
  };
}

async function imageIn(data: string): Promise<Uint8Array> {
  const directory = await mkdtemp(join(tmpdir(), "outcry-branch-"));
  try {
    const copy = join(directory, HISTORY_FILE);
    await copyHistory(join(data, HISTORY_FILE), copy);
    return await readFile(copy);
  } finally {
    await rm(directory, { recursive: true });
  }
}

import { join } from "node:path";
import { systemRng } from "../../../kernel/host/rng.ts";
import { isThere } from "../../../kernel/host/systemErrors.ts";
import type { Moment } from "../branch/fork.ts";
import { MASTER_KEY_FILE, masterKeyOf, readCredentials } from "../credentials.ts";
import { withDataErrorsAsync } from "../dataErrors.ts";
import type { VenueOptions } from "../options.ts";
import { withDefaults } from "../options.ts";
import type { Venue } from "../venue.ts";
import { start } from "../venue.ts";
import type { ReplaySpeed } from "./playback.ts";
import { JournalReplay } from "./replay.ts";
import { ReplaySource } from "./replaySource.ts";

/** What a replay takes of a venue's options, which mean the same. */
type Shared = "host" | "port" | "controlPort" | "hostNames" | "proxies" | "hostClock";
type HandedOn = "masterKey" | "adminToken" | "log" | "onProgress" | "onHalt" | "signal";

export interface StartReplayOptions extends Pick<VenueOptions, Shared | HandedOn> {
  /** Data directory of the journal, on which a venue may be running, or of a backup. It is only read. */
  readonly data: string;
  /** Where it begins. Default: a second after the journal does, when its contracts are there. */
  readonly from?: Moment | undefined;
  /** Default: 1. */
  readonly speed?: ReplaySpeed | undefined;
  /** Whether it stands until it is played. Default false. */
  readonly isPaused?: boolean;
}

/** A venue that shows the past of another one, and that nobody changes. */
export interface ReplayVenue
  extends Pick<Venue, "baseUrl" | "wsUrl" | "port" | "controlUrl" | "adminToken" | "stop" | "stopped">,
    Pick<Venue, "engine" | "history" | "accounts" | "settle"> {
  readonly replay: JournalReplay;
}

/** How long after its first command a journal is shown first, ms of market time. */
const SET_UP_MS = 1_000;

/**
 * Starts a read-only venue in memory that replays a journal, with REST, sockets, page and control. Keys of
 * the accounts work, for reading, if the master key of the data directory is there or given; tokens of its
 * operators do, too.
 *
 * @throws BranchError, DataUnusableError, LogError, ReplayError: it cannot be replayed from there
 */
export async function startReplay(options: StartReplayOptions): Promise<ReplayVenue> {
  const { data, from, speed = 1, isPaused = false, ...given } = options;
  return withDataErrorsAsync(data, async () => {
    const source = await ReplaySource.open(data);
    const first = from ?? { time: Math.min(source.from.time + SET_UP_MS, source.to.time) };
    const moment = await source.at(first, (share) => options.onProgress?.("executing the journal", share));
    const replay = new JournalReplay(source, moment);
    const masterKey = isThere(join(data, MASTER_KEY_FILE))
      ? await masterKeyOf(data, given.masterKey, systemRng)
      : given.masterKey;
    // Whoever has the keys of the directory is let in with them; without the master key nobody could be.
    const known = masterKey === undefined ? undefined : await readCredentials(data);
    const venue = await start(
      withDefaults({
        ...given,
        ...(masterKey && { masterKey }),
        accounts: known?.accounts ?? [],
        backgroundAudit: false,
      }),
      { replay },
    );
    if (!isPaused && moment.state.meta.seq < source.to.seq) await replay.play(speed);
    return replayVenue(venue, replay);
  });
}

/** The market of a replay is another one after each seek. */
function replayVenue(venue: Venue, replay: JournalReplay): ReplayVenue {
  const { baseUrl, wsUrl, port, controlUrl, adminToken, accounts, stop, stopped, settle } = venue;
  return {
    ...{ baseUrl, wsUrl, port, controlUrl, adminToken, accounts, stop, stopped, settle },
    replay,
    get engine() {
      return venue.engine;
    },
    get history() {
      return venue.history;
    },
  };
}

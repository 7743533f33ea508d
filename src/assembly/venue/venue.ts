import {
  fieldsOf,
  filledText,
  flag,
  optional,
  requireArguments,
  whole,
  withCheckedArguments,
} from "../../interface/wire/argument.ts";
import type { ScenarioView } from "../../interface/wire/control/index.ts";
import { WireError } from "../../interface/wire/index.ts";
import type { Engine, FastOptions, FastRun, RecoveryReport, VenueClock } from "../../kernel/engine/index.ts";
import type { Feeds, SourceLine } from "../../movers/feeds/index.ts";
import type { BackupReport, ResetReport } from "../../service/gateway/control/index.ts";
import type { Gateway } from "../../service/gateway/index.ts";
import type { History } from "../../service/readmodel/index.ts";
import { backUp } from "./backup.ts";
import { Branches } from "./branch/branches.ts";
import { branchPoint, branchSettings } from "./branch/fromHere.ts";
import { optionsCheck } from "./checkOptions.ts";
import type { Credentials } from "./credentials.ts";
import { writeCredentials } from "./credentials.ts";
import { withDataErrorsAsync } from "./dataErrors.ts";
import type { Listeners } from "./listeners.ts";
import { openListeners, scenarioView } from "./listeners.ts";
import { isLeadLost, openSession, startClock } from "./openSession.ts";
import type { Operator } from "./operator.ts";
import { operatorAt } from "./operator.ts";
import type { SettledOptions, VenueOptions } from "./options.ts";
import { withDefaults } from "./options.ts";
import { resetter } from "./reset.ts";
import { saveState } from "./saveState.ts";
import type { Stop } from "./stops.ts";
import { stopOnce, unwind } from "./stops.ts";
import type { DamagedState, SavedState } from "./storage.ts";
import type { VenueSession } from "./venueSession.ts";
import type { Basis, VenueSetup } from "./venueSetup.ts";
import { beginWith, openSetup } from "./venueSetup.ts";

/** A running venue, with the operations of its operator. */
export interface Venue extends Operator {
  /** `http://127.0.0.1:8787`: the address that clients are given instead of the real exchange's. */
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly port: number;
  /** The address of `/control/…` and `/metrics`: {@link baseUrl}, or a loopback port of their own. */
  readonly controlUrl: string;
  /** The accounts of the options, with the keys to sign with. */
  readonly accounts: readonly Credentials[];
  /** The token for the control surface. */
  readonly adminToken: string;
  /**
   * Market time: freeze it, run it faster. To move it on, call {@link step}, which waits for all that is due
   * on the way.
   */
  readonly clock: VenueClock;
  readonly engine: Engine;
  readonly history: History;
  readonly feeds: Feeds;
  /** The state of each contract's connection to the market that this one shows; empty where it shows none. */
  readonly sources: readonly SourceLine[];
  /** What the scenario makes happen and expects, with what became of it so far. */
  readonly scenario: ScenarioView;
  readonly gateway: Gateway;
  /** The market's seed, with which anybody can foresee the market; undefined where it is secret. */
  readonly knownSeed: number | undefined;
  /** What start-up found in the data directory. */
  readonly recovery: RecoveryReport;
  /**
   * Moves market time on by `ms`, and resolves with the time reached once every beat up to there is done and
   * durable.
   *
   * @throws RangeError for anything but whole ms, 0 or more; StepEndedError, with the time reached: it was
   * ended by {@link endStep}, by an operator, or by {@link stop}
   */
  step(ms: number): Promise<number>;
  /** Ends the steps under way where they are, and resolves with the time reached. */
  endStep(): Promise<number>;
  /**
   * Lets market time run as fast as the machine and the clients can, until `until`, or until the clock is
   * changed in any other way; resolves with the run's result. See docs/testing.md.
   */
  runFast(options?: FastOptions): Promise<FastRun>;
  /** Moves market time on to the next beat or due time, and returns it. */
  nextEvent(): Promise<number>;
  /** Resolves when everything submitted so far is executed, durable and readable in history. */
  settle(): Promise<void>;
  /**
   * Starts the market over in place, with the same options, keys and addresses: empty, or from a saved state.
   * What happened since is deleted. Requests that arrive meanwhile wait and are answered by the new market.
   * Afterwards {@link engine}, {@link history}, {@link clock} and {@link feeds} are the new market's.
   *
   * @throws UnknownStateError; then nothing was changed
   */
  reset(options?: { readonly to?: string | undefined }): Promise<ResetReport>;
  /** Saves the present market, history included, under a name that {@link reset} can return to. */
  saveState(name: string): Promise<SavedState>;
  /** By name, damaged ones too. */
  states(): Promise<readonly (SavedState | DamagedState)[]>;
  /** Copies everything durable to a new directory, while the venue runs; see docs/operations.md. */
  backup(directory: string, options?: { readonly secrets?: boolean }): Promise<BackupReport>;
  /**
   * Starts a second venue that goes on from this very moment: the same accounts, keys, orders, positions and
   * history, in memory, on a port of its own, with a clock that stands. Two branches of one moment give the
   * same answers to the same commands; this venue goes on as if there were none. A branch ends with the
   * venue, or by its own `stop`. See docs/branches.md.
   *
   * @throws BranchError: there are too many, or the venue stops
   */
  branch(): Promise<Venue>;
  /** Stops cleanly: answers the requests under way, writes a snapshot at the head, closes the files. */
  stop(): Promise<void>;
  /** {@link stop}, at the end of a block that began with `await using venue = await startVenue()`. */
  [Symbol.asyncDispose](): Promise<void>;
  /**
   * Resolves when the venue has stopped, whether this program asked for it or an operator through control.
   * Whoever reads this waits for the end. While nobody has, a venue in which nothing has happened for half a
   * minute warns on stderr that it still runs, since it may have been forgotten.
   */
  readonly stopped: Promise<void>;
}

/**
 * Starts a venue. This is the one place where its parts meet.
 *
 * ```
 * setup (options, keys, data directory)
 *   → market: storage → engine (recovers) → contracts, accounts → feeds → views, history → participants
 *     → listeners: gateway, control
 * ```
 *
 * A reset replaces the market and leaves setup and listeners as they are. Several venues may run in one
 * process, each on a port of its own.
 *
 * @throws DirectoryInUse, LockUnusable, DataUnusableError, LogError, ReplayError, HistoryFailedError: the
 * data cannot be used
 * @throws RangeError naming the option that is wrong, its value and the rule
 * @throws SetUpError, ScenarioError: the options cannot be fulfilled
 */
export async function startVenue(options: VenueOptions = {}): Promise<Venue> {
  requireArguments("startVenue", { options: optionsCheck }, [options]);
  return start(withDefaults(options));
}

/**
 * Starts a venue.
 *
 * @param settled its options, with every default filled in
 * @param basis what a venue in memory goes on from or replays; left out: it has a market of its own
 */
export async function start(settled: SettledOptions, basis?: Basis): Promise<Venue> {
  const setup = await withDataErrorsAsync(settled.data, () => openSetup(settled, basis));
  const { store } = setup;
  const stops: Stop[] = [() => store.release(), () => setup.node?.close()];
  const { stop, stopped } = stopOnce(() => {
    setup.venuePort.stop(new Error("the venue stops")); // whoever waits for other nodes hears of it
    return unwind(stops);
  });
  const callOff = (): void => setup.venuePort.stop(settled.signal!.reason);
  settled.signal?.addEventListener("abort", callOff);
  if (settled.signal?.aborted === true) callOff();
  try {
    let session = await withDataErrorsAsync(settled.data, () => openSession(setup));
    stops.push(() => session.close());
    setup.venuePort.stopping.throwIfAborted();
    const branches = new Branches(async () => {
      // A branch is asked for once the venue runs, when the listeners below are open.
      const point = await branchPoint(setup, session, listeners.gateway);
      return start(branchSettings(setup, point), { point });
    });
    stops.push(() => branches.close());
    const replacing = resetter(setup, {
      sessionNow: () => session,
      begin: (next) => {
        session = next;
      },
      gateway: () => listeners.gateway,
      stop,
    });
    // A replay that jumps to another moment closes its market and opens it again there.
    setup.replay?.reopenBy((moment) => replacing.reopenAfter(() => beginWith(store, moment)));
    // What a venue by itself can do; a node of a cluster refuses most of it.
    const ifAlone = {
      reset: replacing.reset,
      saveState: (name: string) => saveState(store, session, name),
      states: () => store.states(),
      backup: (directory: string, secrets: { readonly secrets?: boolean } = {}) =>
        backUp({ store, session, directory, secrets: secrets.secrets === true }),
      branch: () => branches.add(),
    };
    const manage = setup.node === undefined ? ifAlone : { ...ifAlone, ...notInCluster };
    const open = (): Promise<Listeners> =>
      openListeners(setup, () => session, {
        ...manage,
        stop: () => {
          stop().catch((error) =>
            settled.log.error({ error: String(error) }, "the venue did not stop cleanly"),
          );
        },
      }).catch(async (error: unknown) => {
        if (!isLeadLost(error) || setup.venuePort.stopping.aborted) throw error;
        // This node led, and has lost the lead since it opened its market.
        await session.discard();
        session = await openSession(setup);
        return open();
      });
    const listeners = await open();
    stops.push(() => listeners.close());
    stops.push(() => replacing.end());
    setup.venuePort.open({
      answer: (request) => listeners.answer(request),
      reopen(engine) {
        if (!setup.venuePort.stopping.aborted) replacing.reopen(engine).catch(() => undefined); // the venue stops, and says why
      },
    });
    await withDataErrorsAsync(settled.data, () => keepCredentials(setup, listeners));
    startClock(setup, session);
    setup.venuePort.missing = undefined; // the venue is ready
    const endWatch = watchForgotten(listeners.baseUrl, () => session.engine.headSeq);
    stops.push(endWatch);
    return venueOf(setup, listeners, () => session, {
      ...manage,
      stop,
      untilStopped() {
        endWatch();
        return stopped;
      },
    });
  } catch (error) {
    await unwind(stops).catch((also) =>
      settled.log.error({ error: String(also) }, "closing after a failed start failed too"),
    );
    throw error;
  } finally {
    settled.signal?.removeEventListener("abort", callOff);
  }
}

/** What the functions of a venue take, where they do not check it themselves. */
const count = whole(0, Number.MAX_SAFE_INTEGER);
const ARGUMENTS = {
  step: { ms: count },
  runFast: {
    options: optional(
      fieldsOf({ until: optional(count), thinkMs: optional(count), clients: optional(count) }),
    ),
  },
  reset: { options: optional(fieldsOf({ to: optional(filledText) })) },
  saveState: { name: filledText },
  backup: { directory: filledText, options: optional(fieldsOf({ secrets: optional(flag) })) },
};

interface Commands extends Pick<Venue, "reset" | "saveState" | "states" | "backup" | "branch" | "stop"> {
  /**
   * {@link Venue.stopped}, for whoever reads it: the venue is not forgotten, and no longer watched for that.
   */
  untilStopped(): Promise<void>;
}

function venueOf(
  setup: VenueSetup,
  listeners: Listeners,
  sessionNow: () => VenueSession,
  { untilStopped, ...commands }: Commands,
): Venue {
  const { gateway, baseUrl, wsUrl, port, controlUrl } = listeners;
  return {
    baseUrl,
    wsUrl,
    port,
    controlUrl,
    gateway,
    accounts: setup.accounts.map(({ credentials }) => credentials),
    adminToken: setup.adminToken,
    get clock() {
      return sessionNow().clock;
    },
    get engine() {
      return sessionNow().engine;
    },
    get history() {
      return sessionNow().history;
    },
    get feeds() {
      return sessionNow().part.feeds;
    },
    get sources() {
      return sessionNow().sources.list();
    },
    get scenario() {
      return scenarioView(setup, sessionNow());
    },
    get knownSeed() {
      const { seed } = sessionNow();
      return typeof seed === "number" ? seed : undefined;
    },
    get recovery() {
      return sessionNow().engine.recovery;
    },
    async endStep() {
      await sessionNow().part.schedule.endSteps("this program ended it");
      return sessionNow().clock.now();
    },
    nextEvent: () => sessionNow().part.schedule.nextEvent(),
    async settle() {
      await sessionNow().engine.settle();
      await sessionNow().history.settle();
    },
    ...operatorAt(controlUrl, setup.adminToken),
    ...withCheckedArguments(
      {
        ...commands,
        runFast: async (options: FastOptions | undefined) => listeners.fastTime.start(options),
        step: (ms: number) => sessionNow().part.schedule.step(ms),
      },
      ARGUMENTS,
    ),
    [Symbol.asyncDispose]: commands.stop,
    get stopped() {
      return untilStopped();
    },
  };
}

/**
 * Writes the credentials of the accounts, and those of earlier starts, to the file where bots look for them.
 */
async function keepCredentials(
  { settled: { dialects }, store, accounts, known: earlierFile, adminToken }: VenueSetup,
  listeners: Listeners,
): Promise<void> {
  if (store.directory === undefined) return;
  const { baseUrl, wsUrl, controlUrl, isApart } = listeners;
  const others =
    earlierFile?.accounts.filter(({ name }) => !accounts.some((each) => each.name === name)) ?? [];
  await writeCredentials(store.directory, {
    baseUrl,
    wsUrl,
    accounts: [...accounts.map(({ credentials }) => credentials), ...others],
    adminToken,
    dialects,
    ...(isApart && { controlUrl }),
  });
}

/** How often it is asked whether anything has happened, ms of the host. */
const ASKED_EVERY_MS = 30_000;

/**
 * Warns once that a venue keeps its process alive, as soon as no command came for {@link ASKED_EVERY_MS}: the
 * program may have forgotten to stop it.
 *
 * @param lastSeq the number of the last command
 * @returns ends the watch, for a venue that stops or whose end somebody waits for
 */
function watchForgotten(baseUrl: string, lastSeq: () => number): () => void {
  let seen = lastSeq();
  const timer = setInterval(() => {
    const seq = lastSeq();
    if (seq !== seen) {
      seen = seq;
      return;
    }
    clearInterval(timer);
    process.emitWarning(
      `nothing has happened in the venue at ${baseUrl} for ${ASKED_EVERY_MS / 1_000} s, and it keeps this process alive: end it by ` +
        "venue.stop(), begin it by `await using venue = await startVenue()`, or await venue.stopped where it is meant to go on",
      "VenueNotStopped",
    );
  }, ASKED_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** What a node refuses, because its market is not its own alone. */
const notInCluster = {
  reset: () =>
    refused(
      "a cluster's market does not start over in place, since the other nodes have it too: stop all nodes, and start them with an empty database and empty data directories",
    ),
  saveState: () =>
    refused(
      "a cluster keeps no states by name: its market does not start over from one. Use `outcry dump` for a copy",
    ),
  branch: () =>
    refused(
      "a cluster's market has no branches: take a copy out of it with `outcry cluster export`, and branch that",
    ),
};

function refused(why: string): Promise<never> {
  return Promise.reject(new WireError("refused", why));
}

import { Membership } from "../cluster/index.ts";
import type { StepView } from "../engine/index.ts";
import {
  Engine,
  EngineHaltedError,
  exchangeMachine,
  LeadLostError,
  NotLeadingError,
  VenueClock,
} from "../engine/index.ts";
import type { Scenario, SourceLineView } from "../feeds/index.ts";
import { SourceStates } from "../feeds/index.ts";
import { JournalTail, MarketNews } from "../gateway/control/index.ts";
import type { Log } from "../gateway/index.ts";
import { readOnly } from "../gateway/index.ts";
import type { Clock } from "../host/clock.ts";
import type { Seed } from "../host/seed.ts";
import { systemClock } from "../host/systemClock.ts";
import { COPYING } from "../journal/fenced/logStore.ts";
import { LogError } from "../journal/logError.ts";
import { type History, HistoryAudit, HistoryFailedError, patiently } from "../readmodel/index.ts";
import { MarketViews, readPast } from "../views/index.ts";
import { Beginnings } from "./beginnings.ts";
import { feedHistory } from "./feedHistory.ts";
import { drawPrehistory, loggedSeed, refuseOtherMasterKey } from "./firstStart.ts";
import { refuseForeseeable } from "./foreseeable.ts";
import { LeaderPart } from "./leaderPart.ts";
import type { Settled } from "./options.ts";
import { TEST_CLOCK_START } from "./options.ts";
import { boundedBy } from "./retention.ts";
import { OptionsWatch, refuseOtherOptions } from "./sharedOptions.ts";
import type { Stop } from "./stops.ts";
import { unwind } from "./stops.ts";
import type { Storage } from "./storage.ts";
import { refuseTeamsAlone } from "./teamsAlone.ts";
import type { VenueSetup } from "./venueSetup.ts";

/** A running market: everything behind the listeners. A reset closes one market and opens the next. */
export interface Market {
  readonly clock: VenueClock;
  readonly storage: Storage;
  readonly engine: Engine;
  readonly history: History;
  /** Its part in a cluster; `undefined` where the venue is one process. */
  readonly member: Membership | undefined;
  /** What only the one that leads does. @throws NotLeadingError on a node that follows */
  readonly part: LeaderPart;
  /** The step of market time under way here, or the last one; `undefined` also where another node leads. */
  readonly lastStep: StepView | undefined;
  /** The states of the source that the market shows. */
  readonly sources: SourceStates;
  readonly views: MarketViews;
  /** The seed that it is drawn from; `undefined` where it is the past of another market. */
  readonly seed: Seed | undefined;
  /** The latest commands with their events, since this market started. */
  readonly journal: JournalTail;
  /** What went on since this market started. */
  readonly news: MarketNews;
  /** Closes it cleanly: ends the beat under way, writes a snapshot at the head, closes the files. */
  close(): Promise<void>;
  /** Closes a market that is about to be deleted, without a snapshot. */
  discard(): Promise<void>;
}

/** Between two attempts of a node to open its market, ms. */
const REOPEN_MS = 100;

/**
 * Opens what the setup's store holds, which may be nothing yet, and starts it. A node that comes to lead and loses the
 * lead meanwhile begins again, and so does one that is left behind by the shared log, or was open before and does not reach it.
 */
export async function openMarket(setup: VenueSetup): Promise<Market> {
  for (;;) {
    try {
      return await openOnce(setup);
    } catch (error) {
      const isBehind = setup.node !== undefined && isTrimmed(error);
      const isAgain = isLeadLost(error) || isBehind || (setup.around.isOpen && isUnreachable(error));
      if (!isAgain || setup.around.stopping.aborted) throw error;
      setup.settled.log.warn({ error: String(error) }, "the market could not be opened: it is tried again");
      await new Promise<void>((resolve) => setup.settled.hostClock.setTimer(REOPEN_MS, resolve));
    }
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof LogError && error.reason === "unreachable";
}

/** The log has been trimmed of what was to be read next; only a shared one is, while somebody reads. */
function isTrimmed(error: unknown): boolean {
  return error instanceof LogError && error.reason === "trimmed";
}

/** The lead was lost, or the engine has halted over it. */
export function isLeadLost(error: unknown): boolean {
  return error instanceof LeadLostError || (error instanceof EngineHaltedError && isLeadLost(error.cause));
}

async function openOnce(setup: VenueSetup): Promise<Market> {
  const { settled, store, node, replay } = setup;
  const stops: Stop[] = [];
  try {
    const storage = await store.open();
    stops.push(() => storage.close());
    await node?.look(storage.shared!.lease);
    const isCopied = node?.lease?.holder?.node === COPYING;
    const checkOptions = async (): Promise<void> => {
      if (node !== undefined && !setup.around.isOpen) await refuseOtherOptions(storage.shared!, settled);
    };
    if (!isCopied) await checkOptions();
    else
      settled.log.warn(
        {},
        "a market is being copied into the log, or that was broken off: this node waits; the command that began it finishes it",
      );
    const clock = clockOf(
      replay === undefined ? settled : { ...settled, clock: replay.moment.time },
      setup.scenario,
      node?.time ?? settled.hostClock,
    );
    const optionsWatch = node && new OptionsWatch(settled);
    const member =
      node &&
      new Membership({
        node,
        log: storage.shared!,
        clock: settled.hostClock,
        joinsByLog: setup.around.isOpen,
        onSettings: (settings) => optionsWatch!.heard(settings),
        onUnreachable: (error) =>
          settled.log.warn({ error: error.message }, "the shared log does not answer"),
      });
    if (member !== undefined) stops.push(() => member.close());
    const beginnings = new Beginnings();
    const engine = await openEngine(setup, storage, { clock, member, beginnings });
    let isDiscarded = false;
    stops.push(() => engine.stop({ snapshot: !isDiscarded }));
    const journal = new JournalTail(engine, systemClock);
    const news = new MarketNews(engine, settled.log);
    const sources = new SourceStates((line) => logSource(settled.log, line));
    const begun = engine.subscribe((frame) => beginnings.note(frame));
    let part: LeaderPart | undefined;
    let views: MarketViews | undefined;
    const complete = async (): Promise<void> => {
      await refuseOtherMasterKey(engine, setup.vault, settled.data);
      if (settled.contest) {
        await refuseForeseeable(engine, setup);
        await refuseTeamsAlone(engine, setup);
      }
      part = await LeaderPart.complete(setup, { engine, clock, sources });
    };
    const start = async (): Promise<void> => {
      await part!.start(views!);
      storage.retention?.start();
    };
    if (replay !== undefined) {
      if (settled.masterKey !== undefined)
        await refuseOtherMasterKey(engine, setup.vault, replay.source.data);
    } else if (member === undefined) await complete();
    else {
      await refuseOtherMasterKey(engine, setup.vault, settled.data);
      const { stopping } = setup.around;
      stopping.throwIfAborted();
      const abandon = () => member.abandon(stopping.reason as Error);
      stopping.addEventListener("abort", abandon);
      stops.push(() => stopping.removeEventListener("abort", abandon));
      await member.join({
        engine,
        clock,
        complete,
        start,
        answer: (request) => setup.around.answer(request),
      });
      if (isCopied) await checkOptions();
      await refuseOtherMasterKey(engine, setup.vault, settled.data);
    }
    const seed =
      replay === undefined
        ? (part?.seed ?? (await loggedSeed(engine, setup.vault, settled.data)))
        : undefined;
    if (seed !== undefined)
      await recallPrehistory(setup, storage.history, engine, { seed, beginnings, now: clock.now() });
    begun();
    stops.push(() => views?.close());
    stops.push(() => part?.stop());
    // Where another node leads, frames come all the time: none between the present and its past.
    const { promise: recalled, resolve: goOn } = Promise.withResolvers<void>();
    const isRecalled = engine.slow(() => recalled);
    try {
      views = await MarketViews.open(engine);
      await recallPast(setup, storage.history, views, clock.now());
    } finally {
      isRecalled();
      goOn(); // whatever is stopped waits for frames, too
    }
    if (replay !== undefined) {
      const playback = replay.begin({ engine, clock });
      stops.push(() => playback.close());
    } else if (member === undefined) await start();
    else await member.begin();
    stops.push(() => storage.retention?.rest());
    // Files can be damaged, so they are checked; memory is not.
    if (settled.backgroundAudit && store.directory !== undefined) {
      const audit = new HistoryAudit(storage.history, systemClock);
      stops.push(() => audit.stop());
    }
    storage.watch((reason) => engine.halt(reason));
    const close = () => unwind(stops);
    const discard = () => {
      isDiscarded = true;
      return close();
    };
    const { history } = storage;
    return {
      clock,
      storage,
      engine,
      history,
      member,
      get part() {
        if (replay !== undefined) throw readOnly();
        if (part === undefined) throw new NotLeadingError();
        return part;
      },
      get lastStep() {
        return part?.lastStep;
      },
      sources,
      views,
      seed,
      journal,
      news,
      close,
      discard,
    };
  } catch (error) {
    const { log } = settled;
    await unwind(stops).catch((also) =>
      log.error({ error: String(also) }, "closing after a failed start failed too"),
    );
    throw error;
  }
}

/** Starts a test clock if the scenario says so; that of a node that follows is the leader's. It comes last, since it moves the market. */
export function startClock({ settled, scenario }: VenueSetup, { clock, member }: Market): void {
  if (member?.leads !== false && settled.clock === "test" && scenario.clockSpeed)
    clock.run(scenario.clockSpeed);
}

/** Shows the market the time before this start, if there is history of it; a start waits for that as long as it takes. */
async function recallPast(
  { settled }: Pick<VenueSetup, "settled">,
  history: History,
  views: MarketViews,
  now: number,
): Promise<void> {
  const read: typeof readPast = (...of) => patiently(history, () => readPast(...of));
  await views.recall(history, now, read).catch(unlessRequired(settled));
}

/** Goes on without what history could not do, which has told why; not where a market without history is not wanted. */
function unlessRequired({ requireHistory }: Settled): (error: unknown) => void {
  return (error) => {
    if (requireHistory || !(error instanceof HistoryFailedError)) throw error;
  };
}

async function openEngine(
  { settled, around, replay }: VenueSetup,
  storage: Storage,
  {
    clock,
    member,
    beginnings,
  }: { readonly clock: VenueClock; readonly member: Membership | undefined; readonly beginnings: Beginnings },
): Promise<Engine> {
  const { log, onProgress, onHalt, audit, backgroundAudit } = settled;
  const { history } = storage;
  const engine: Engine = await (member === undefined && replay === undefined ? Engine.open : Engine.follow)({
    log: member?.log ?? storage.log,
    ...(member && { current: () => member.current() }),
    ...(replay && { whileFollowing: readOnly }),
    snapshots: storage.snapshots,
    machine: exchangeMachine,
    clock,
    ...(storage.appliedSeq !== undefined && { appliedSeq: storage.appliedSeq }),
    onRecoveredFrame: (frame) => {
      beginnings.note(frame);
      return history.apply(frame);
    },
    readerSeq: () => history.appliedSeq,
    progress: (done, total) => onProgress("replaying the journal", total === 0 ? 1 : done / total),
    auditEvery: audit,
    snapshotEvery: boundedBy(settled.journalKeepBytes).snapshotEvery,
    ...(backgroundAudit && { backgroundAudit: systemClock }),
    dumps: storage.dumps,
    onHalt: (reason) => (isOpenedAnew(reason) ? around.reopen(engine) : onHalt(reason)),
    onSnapshotError: (error) => log.error({ error: String(error) }, "a snapshot could not be taken"),
    ...(storage.snapshotter && { snapshotter: storage.snapshotter }),
  });
  feedHistory(engine, history, () => {
    if (history.failure !== undefined && settled.requireHistory) throw history.failure;
  });
  return engine;
}

/** Of a node that led and does no more, and of one that the log no longer holds the next command for. */
function isOpenedAnew(reason: Error): boolean {
  return reason instanceof LeadLostError || isTrimmed(reason);
}

/** Writes the past of contracts that have none, up to the moment and the price with which each began. */
async function recallPrehistory(
  { settled, scenario }: VenueSetup,
  history: History,
  engine: Engine,
  { seed, beginnings, now }: { readonly seed: Seed; readonly beginnings: Beginnings; readonly now: number },
): Promise<void> {
  if (history.failure !== undefined && !settled.requireHistory) return;
  await drawPrehistory({
    history,
    contracts: await engine.query({ type: "contracts" }),
    scenario,
    seed,
    beginningOf: ({ contract, index }) => beginnings.of(contract) ?? { time: now, points: index },
    candles: settled.prehistory,
    past: settled.past,
    log: settled.log,
    onProgress: (share) => settled.onProgress("drawing the market's past", share),
  }).catch(unlessRequired(settled));
}

function logSource(log: Log, line: SourceLineView): void {
  if (line.state === "starting") return;
  if (line.state === "live") log.info({ ...line }, "the source is followed");
  else if (line.state === "thin") log.warn({ ...line }, "the source's book is shown in part only");
  else if (line.state === "misfit") log.warn({ ...line }, "the source's trades do not fit");
  else if (line.state === "made")
    log.warn({ ...line }, "a part of the source says nothing: it is made of what is fresh");
  else if (line.state === "gap")
    log.warn({ ...line }, "updates of the source were lost: its whole book is taken");
  else log.warn({ ...line }, "the source is not followed: its quotes are withdrawn, and positions are held");
}

function clockOf({ clock, log }: Settled, scenario: Scenario, hostClock: Clock): VenueClock {
  if (clock === "wall")
    return VenueClock.wall(hostClock, (jumpMs) =>
      log.warn(
        { jumpMs },
        `the host's clock jumped ${jumpMs < 0 ? "back" : "ahead"} by ${Math.abs(jumpMs)} ms`,
      ),
    );
  return VenueClock.frozen(hostClock, clock === "test" ? (scenario.clockStart ?? TEST_CLOCK_START) : clock);
}

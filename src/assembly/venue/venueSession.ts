import type { Engine, EngineOptions, StepView } from "../../kernel/engine/index.ts";
import { exchangeMachine, LeadLostError, NotLeadingError, VenueClock } from "../../kernel/engine/index.ts";
import type { Clock } from "../../kernel/host/clock.ts";
import { systemClock } from "../../kernel/host/clock.ts";
import type { Seed } from "../../kernel/host/seed.ts";
import { LogError } from "../../kernel/journal/commandLog.ts";
import type { Scenario, SourceLineView } from "../../movers/feeds/index.ts";
import { SourceStates } from "../../movers/feeds/index.ts";
import { JournalTail, MarketNews } from "../../service/gateway/control/index.ts";
import type { Log } from "../../service/gateway/index.ts";
import { readOnly } from "../../service/gateway/index.ts";
import { type History, HistoryAudit, HistoryFailedError, patiently } from "../../service/readmodel/index.ts";
import { MarketViews, readPast } from "../../service/views/index.ts";
import type { Membership } from "../cluster/index.ts";
import { refuseForeseeable, refuseTeamsAlone } from "./contestMarket.ts";
import { feedHistory } from "./feedHistory.ts";
import { drawPrehistory, FirstPrices, loggedSeed, refuseOtherMasterKey } from "./firstStart.ts";
import { LeaderPart } from "./leaderPart.ts";
import type { SettledOptions } from "./options.ts";
import { TEST_CLOCK_START } from "./options.ts";
import { boundedBy } from "./retention.ts";
import type { Stop } from "./stops.ts";
import { unwind } from "./stops.ts";
import type { Storage } from "./storage.ts";
import type { VenueSetup } from "./venueSetup.ts";

/** A running market: everything behind the listeners. A reset closes one market and opens the next. */
export interface VenueSession {
  readonly clock: VenueClock;
  readonly storage: Storage;
  readonly engine: Engine;
  readonly history: History;
  /** Its part in a cluster; `undefined` where the venue is one process. */
  readonly member: Membership | undefined;
  /** What only the leader does. @throws NotLeadingError on a node that follows */
  readonly part: LeaderPart;
  /** The step of market time under way here, or the last one; `undefined` also where another node leads. */
  readonly lastStep: StepView | undefined;
  /** The states of the source that the market shows. */
  readonly sources: SourceStates;
  readonly views: MarketViews;
  /** The seed that the market is generated from; `undefined` where it is a replay of another market. */
  readonly seed: Seed | undefined;
  /** The latest commands with their events, since this market started. */
  readonly journal: JournalTail;
  /** Notable events since this market started. */
  readonly news: MarketNews;
  /** Closes it cleanly: ends the beat under way, writes a snapshot at the head, closes the files. */
  close(): Promise<void>;
  /** Closes a market that is about to be deleted, without a snapshot. */
  discard(): Promise<void>;
}

/**
 * A market that is being opened: the steps that venues take for that. The functions of `openSession.ts` say
 * which of them, and what comes between. What was opened is closed in the reverse order.
 */
export class Opening {
  readonly setup: VenueSetup;
  readonly #firstPrices = new FirstPrices();
  readonly #stops: Stop[] = [];
  #isDiscarded = false;
  #storage: Storage | undefined;
  #followed: Followed | undefined;
  #part: LeaderPart | undefined;
  #views: MarketViews | undefined;
  #seed: Seed | undefined;

  constructor(setup: VenueSetup) {
    this.setup = setup;
  }

  get storage(): Storage {
    return this.#storage!;
  }

  get clock(): VenueClock {
    return this.#followed!.clock;
  }

  get engine(): Engine {
    return this.#followed!.engine;
  }

  /** Adds a function that closes something that was opened. */
  closesBy(stop: Stop): void {
    this.#stops.push(stop);
  }

  /** Closes what was opened so far. */
  undo(): Promise<void> {
    return unwind(this.#stops);
  }

  /** Opens the files or the shared log. */
  async openStore(): Promise<void> {
    const storage = await this.setup.store.open();
    this.#storage = storage;
    this.closesBy(() => storage.close());
  }

  /**
   * Opens the engine, which executes what the log holds; history, journal and news follow it.
   *
   * @param clock of the market
   * @param enter opens the engine, to lead or to follow
   */
  async openEngine(clock: VenueClock, enter: (options: EngineOptions) => Promise<Engine>): Promise<void> {
    const { settled, venuePort } = this.setup;
    const { log, onProgress, onHalt, audit, backgroundAudit } = settled;
    const { storage } = this;
    const { history } = storage;
    const engine: Engine = await enter({
      log: storage.log,
      snapshots: storage.snapshots,
      machine: exchangeMachine,
      clock,
      ...(storage.appliedSeq !== undefined && { appliedSeq: storage.appliedSeq }),
      onRecoveredFrame: (frame) => {
        this.#firstPrices.note(frame);
        return history.apply(frame);
      },
      readerSeq: () => history.appliedSeq,
      progress: (done, total) => onProgress("replaying the journal", total === 0 ? 1 : done / total),
      auditEvery: audit,
      snapshotEvery: boundedBy(settled.journalKeepBytes).snapshotEvery,
      ...(backgroundAudit && { backgroundAudit: systemClock }),
      dumps: storage.dumps,
      onHalt: (reason) => (isOpenedAnew(reason) ? venuePort.reopen(engine) : onHalt(reason)),
      onSnapshotError: (error) => log.error({ error: String(error) }, "a snapshot could not be taken"),
      ...(storage.snapshotter && { snapshotter: storage.snapshotter }),
    });
    feedHistory(engine, history, () => {
      if (history.failure !== undefined && settled.requireHistory) throw history.failure;
    });
    this.closesBy(() => engine.stop({ snapshot: !this.#isDiscarded }));
    this.#followed = {
      clock,
      engine,
      journal: new JournalTail(engine, systemClock),
      news: new MarketNews(engine, log),
      sources: new SourceStates((line) => logSource(log, line)),
      unfollow: engine.subscribe((frame) => this.#firstPrices.note(frame)),
    };
  }

  /** @throws SetUpError where the keys of the market were encrypted with another master key */
  refuseOtherKey(): Promise<void> {
    return refuseOtherMasterKey(this.engine, this.setup.vault, this.setup.settled.data);
  }

  /** Called where this venue leads: gives the market what its scenario and options ask for. */
  async complete(): Promise<void> {
    const { setup, engine, clock } = this;
    await this.refuseOtherKey();
    if (setup.settled.contest) {
      await refuseForeseeable(engine, setup);
      await refuseTeamsAlone(engine, setup);
    }
    this.#part = await LeaderPart.complete(setup, { engine, clock, sources: this.#followed!.sources });
  }

  /** Writes the past of contracts that have none, up to the moment and the price with which each began. */
  async recallBefore(): Promise<void> {
    const { settled, scenario, vault } = this.setup;
    const { engine, clock } = this;
    const { history } = this.storage;
    const seed = this.#part?.seed ?? (await loggedSeed(engine, vault, settled.data));
    this.#seed = seed;
    if (seed === undefined || (history.failure !== undefined && !settled.requireHistory)) return;
    const now = clock.now();
    await drawPrehistory({
      history,
      contracts: await engine.query({ type: "contracts" }),
      scenario,
      seed,
      firstPriceOf: ({ contract, index }) => this.#firstPrices.of(contract) ?? { time: now, points: index },
      candles: settled.prehistory,
      past: settled.past,
      log: settled.log,
      onProgress: (share) => settled.onProgress("drawing the market's past", share),
    }).catch(unlessRequired(settled));
  }

  /**
   * Opens the views, with what history holds of the time before this start; a start waits for that as long as
   * it takes.
   */
  async show(): Promise<void> {
    const { engine, clock } = this;
    const { history } = this.storage;
    this.#followed!.unfollow();
    this.closesBy(() => this.#views?.close());
    this.closesBy(() => this.#part?.stop());
    // Where another node leads, frames come all the time. None may come while the views read their past.
    const { promise: readBack, resolve: goOn } = Promise.withResolvers<void>();
    const isRecalled = engine.slow(() => readBack);
    try {
      this.#views = await MarketViews.open(engine);
      const read: typeof readPast = (...of) => patiently(history, () => readPast(...of));
      await this.#views.recall(history, clock.now(), read).catch(unlessRequired(this.setup.settled));
    } finally {
      isRecalled();
      goOn(); // before anything is closed, since closing waits for frames, too
    }
  }

  /** Called where this venue leads: lets prices move and traders act. */
  async start(): Promise<void> {
    await this.#part!.start(this.#views!);
    this.storage.retention?.start();
  }

  /** The market, now that it is open. @param member its part in a cluster */
  session(member?: Membership): VenueSession {
    const { settled, store, replay } = this.setup;
    const { storage, clock } = this;
    const { history } = storage;
    this.closesBy(() => storage.retention?.rest());
    // Files can be damaged, so they are checked; memory is not.
    if (settled.backgroundAudit && store.directory !== undefined) {
      const audit = new HistoryAudit(history, systemClock);
      this.closesBy(() => audit.stop());
    }
    const { engine, journal, news, sources } = this.#followed!;
    storage.watch((reason) => engine.halt(reason));
    const partNow = () => this.#part;
    return {
      ...{ clock, storage, engine, history, member, sources, journal, news },
      views: this.#views!,
      seed: this.#seed,
      get part() {
        if (replay !== undefined) throw readOnly();
        const part = partNow();
        if (part === undefined) throw new NotLeadingError();
        return part;
      },
      get lastStep() {
        return partNow()?.lastStep;
      },
      close: () => this.undo(),
      discard: () => {
        this.#isDiscarded = true;
        return this.undo();
      },
    };
  }
}

/** An engine, with its time and what follows its commands. */
interface Followed {
  readonly clock: VenueClock;
  readonly engine: Engine;
  readonly journal: JournalTail;
  readonly news: MarketNews;
  readonly sources: SourceStates;
  /** Ends the notes of the first price of each contract. */
  readonly unfollow: () => void;
}

/** Whether the log was trimmed of the command that is to be read next; only a shared log can be. */
export function isTrimmed(error: unknown): boolean {
  return error instanceof LogError && error.reason === "trimmed";
}

/**
 * Whether a node that halts for this reason opens its market anew: it lost the lead, or fell behind the log.
 */
function isOpenedAnew(reason: Error): boolean {
  return reason instanceof LeadLostError || isTrimmed(reason);
}

/**
 * Handles an error of history, which history has logged itself: the market goes on without what history could
 * not do, unless the options require history.
 */
function unlessRequired({ requireHistory }: SettledOptions): (error: unknown) => void {
  return (error) => {
    if (requireHistory || !(error instanceof HistoryFailedError)) throw error;
  };
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

/** Market time as a venue begins with it. @param hostClock the clock that it follows */
export function clockOf({ clock, log }: SettledOptions, scenario: Scenario, hostClock: Clock): VenueClock {
  if (clock === "wall")
    return VenueClock.wall(hostClock, (jumpMs) =>
      log.warn(
        { jumpMs },
        `the host's clock jumped ${jumpMs < 0 ? "back" : "ahead"} by ${Math.abs(jumpMs)} ms`,
      ),
    );
  return VenueClock.frozen(hostClock, clock === "test" ? (scenario.clockStart ?? TEST_CLOCK_START) : clock);
}

import type { ContractView } from "../core/index.ts";
import { Engine, exchangeMachine, Schedule, VenueClock } from "../engine/index.ts";
import type { Scenario, SourceLineView } from "../feeds/index.ts";
import {
  FEED_BEAT_MS,
  Feeds,
  FOLLOW_BEAT_MS,
  Follower,
  mirrorAccountName,
  SourceStates,
} from "../feeds/index.ts";
import { JournalTail } from "../gateway/control/index.ts";
import type { Log } from "../gateway/index.ts";
import type { Seed } from "../host/seed.ts";
import { systemClock } from "../host/systemClock.ts";
import {
  FUND_BEAT_MS,
  FundWorker,
  HOUSE_BEAT_MS,
  houseMoment,
  startParticipants,
  TraderDesk,
} from "../participants/index.ts";
import { type History, HistoryAudit } from "../readmodel/index.ts";
import { MarketViews } from "../views/index.ts";
import { isLoopbackHost, refuseGenerated } from "./exposure.ts";
import {
  drawPrehistory,
  listContracts,
  marketSeed,
  must,
  openAccounts,
  refuseOtherMarket,
  refuseOtherMasterKey,
} from "./firstStart.ts";
import { refuseForeseeable } from "./foreseeable.ts";
import { takeOperators } from "./operators.ts";
import type { Settled } from "./options.ts";
import { TEST_CLOCK_START } from "./options.ts";
import { Pace } from "./pace.ts";
import { boundedBy } from "./retention.ts";
import type { Stop } from "./stops.ts";
import { unwind } from "./stops.ts";
import type { Storage } from "./storage.ts";
import type { VenueSetup } from "./venueSetup.ts";

/** A running market: everything behind the listeners. A reset closes one market and opens the next. */
export interface Market {
  readonly clock: VenueClock;
  readonly storage: Storage;
  readonly engine: Engine;
  readonly history: History;
  readonly feeds: Feeds;
  /** The states of the source that the market shows. */
  readonly sources: SourceStates;
  readonly views: MarketViews;
  readonly schedule: Schedule;
  /** The seed that it is drawn from. */
  readonly seed: Seed;
  /** The latest commands with their events, since this market started. */
  readonly journal: JournalTail;
  /** Closes it cleanly: ends the beat under way, writes a snapshot at the head, closes the files. */
  close(): Promise<void>;
  /** Closes a market that is about to be deleted, without a snapshot. */
  discard(): Promise<void>;
}

/** Opens what the setup's store holds, which may be nothing yet, and starts it. */
export async function openMarket(setup: VenueSetup): Promise<Market> {
  const stops: Stop[] = [];
  try {
    const storage = await setup.store.open();
    stops.push(() => storage.close());
    const clock = clockOf(setup.settled, setup.scenario);
    const engine = await openEngine(setup, storage, clock);
    let isDiscarded = false;
    stops.push(() => engine.stop({ snapshot: !isDiscarded }));
    const journal = new JournalTail(engine, systemClock);
    await refuseOtherMasterKey(engine, setup.vault, setup.settled.data);
    if (setup.settled.contest) await refuseForeseeable(engine, setup);
    const seed = await marketSeed(engine, setup.vault, setup.settled.seed, setup.settled.data);
    const feeds = await completeMarket(setup, storage.history, engine, { start: clock.now(), seed });
    const views = await MarketViews.open(engine);
    stops.push(() => views.close());
    await recallPast(setup, storage.history, views, clock.now());
    const sources = new SourceStates((line) => logSource(setup.settled.log, line));
    const follower = await startFollower(setup, engine, clock, sources);
    if (follower !== undefined) stops.push(() => follower.close());
    const schedule = await startBeats(setup, engine, feeds, { clock, seed, follower });
    stops.push(() => schedule.stop());
    if (setup.scenario.house?.inside === true) {
      const pace = new Pace(engine, views, clock);
      stops.push(() => pace.stop());
    }
    storage.retention?.start();
    // Files can be damaged, so they are checked; memory is not.
    if (setup.settled.backgroundAudit && setup.store.directory !== undefined) {
      const audit = new HistoryAudit(storage.history, systemClock);
      stops.push(() => audit.stop());
    }
    await takeOperators(engine, setup.store);
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
      feeds,
      sources,
      views,
      schedule,
      seed,
      journal,
      close,
      discard,
    };
  } catch (error) {
    const { log } = setup.settled;
    await unwind(stops).catch((also) =>
      log.error({ error: String(also) }, "closing after a failed start failed too"),
    );
    throw error;
  }
}

/** Starts a test clock if the scenario says so. It comes last, since it moves the market. */
export function startClock({ settled, scenario }: VenueSetup, { clock }: Market): void {
  if (settled.clock === "test" && scenario.clockSpeed) clock.run(scenario.clockSpeed);
}

/** Shows the market the time before this start, if there is history of it. */
async function recallPast(
  { settled }: VenueSetup,
  history: History,
  views: MarketViews,
  now: number,
): Promise<void> {
  try {
    await history.settle();
    await views.recall(history, now);
  } catch (error) {
    if (!toleratesFailure(settled, history)) throw error;
  }
}

/** Whether history has failed and the market goes on without it. */
function toleratesFailure({ requireHistory }: Settled, { failure }: History): boolean {
  return failure !== undefined && !requireHistory;
}

async function openEngine({ settled }: VenueSetup, storage: Storage, clock: VenueClock): Promise<Engine> {
  const { log, onProgress, onHalt, audit, backgroundAudit } = settled;
  const { history } = storage;
  const engine = await Engine.open({
    log: storage.log,
    snapshots: storage.snapshots,
    machine: exchangeMachine,
    clock,
    ...(storage.appliedSeq !== undefined && { appliedSeq: storage.appliedSeq }),
    onRecoveredFrame: (frame) => history.apply(frame),
    readerSeq: () => history.appliedSeq,
    progress: (done, total) => onProgress("replaying the journal", total === 0 ? 1 : done / total),
    auditEvery: audit,
    snapshotEvery: boundedBy(settled.journalKeepBytes).snapshotEvery,
    ...(backgroundAudit && { backgroundAudit: systemClock }),
    dumps: storage.dumps,
    onHalt,
    onSnapshotError: (error) => log.error({ error: String(error) }, "a snapshot could not be taken"),
    ...(storage.snapshotter && { snapshotter: storage.snapshotter }),
  });
  followWith(engine, history, settled);
  return engine;
}

/** Lists contracts, opens accounts, sets prices and writes their past, as far as the setup asks for them and the market lacks them. */
async function completeMarket(
  setup: VenueSetup,
  history: History,
  engine: Engine,
  { start, seed }: { readonly start: number; readonly seed: Seed },
): Promise<Feeds> {
  const { settled, scenario } = setup;
  const { onProgress } = settled;
  await refuseOtherMarket(engine, scenario, settled.data);
  await listContracts(engine, scenario);
  if (!isLoopbackHost(settled.host)) await refuseGenerated(engine, settled, setup.known);
  await openAccounts(engine, setup.vault, setup.accounts, settled.balance, setup.sealed);
  const contracts = await engine.query({ type: "contracts" });
  const feeds = new Feeds({
    engine,
    contracts,
    specs: scenario.source === undefined ? scenario.feeds : firstFeeds(scenario.feeds, contracts),
    seed,
    from: settled.downtime === "skip" ? start : engine.recovery.headTime || start,
    origin: start,
  });
  await feeds.beat(start);
  if (toleratesFailure(settled, history)) return feeds;
  await drawPrehistory({
    history,
    contracts: await engine.query({ type: "contracts" }),
    scenario,
    seed,
    end: start,
    candles: settled.prehistory,
    past: settled.past,
    log: settled.log,
    onProgress: (share) => onProgress("drawing the market's past", share),
  });
  return feeds;
}

/** The prices for contracts that never had one. A market that is shown brings its own. */
function firstFeeds(feeds: Scenario["feeds"], contracts: readonly ContractView[]): Scenario["feeds"] {
  return Object.fromEntries(
    Object.entries(feeds).map(([symbol, feed]) => {
      const isNew = contracts.some((each) => each.symbol === symbol && each.index === 0);
      return [symbol, isNew ? feed : { type: "pushed", price: undefined }];
    }),
  );
}

/** Starts showing another market in this one's book, if the scenario names one. */
async function startFollower(
  { scenario: { source } }: VenueSetup,
  engine: Engine,
  clock: VenueClock,
  sources: SourceStates,
): Promise<Follower | undefined> {
  if (source === undefined) {
    await stopFollowing(engine);
    return undefined;
  }
  const onState = (line: SourceLineView): void => sources.set(line, clock.now());
  const opened = await source.open(await engine.query({ type: "contracts" }), clock.now(), onState);
  return Follower.start({
    engine,
    source: opened,
    accountName: mirrorAccountName(source.kind),
    shown: source.shown,
    onCompared: (symbol, shown) => sources.compare(symbol, shown, clock.now()),
  });
}

function logSource(log: Log, line: SourceLineView): void {
  if (line.state === "starting") return;
  if (line.state === "live") log.info({ ...line }, "the source is followed");
  else if (line.state === "thin") log.warn({ ...line }, "the source's book is shown in part only");
  else if (line.state === "gap")
    log.warn({ ...line }, "updates of the source were lost: its whole book is taken");
  else log.warn({ ...line }, "the source is not followed: its quotes are withdrawn, and positions are held");
}

/** Ends what following another market left behind: the venue makes marks and rates itself again, and holds nothing. */
async function stopFollowing(engine: Engine): Promise<void> {
  const contracts = (await engine.query({ type: "contracts" }))
    .filter(({ sourceMark, sourceRate, held }) => sourceMark > 0 || sourceRate !== undefined || held)
    .map(({ contract }) => ({ contract, sourceMark: 0, sourceRate: 0, hasSourceRate: 0, held: 0 }));
  if (contracts.length > 0) await must(engine, { type: "followSource", contracts });
}

/** Starts the beats of feeds, of a source and of house participants on the venue clock. */
async function startBeats(
  { settled, scenario }: VenueSetup,
  engine: Engine,
  feeds: Feeds,
  {
    clock,
    seed,
    follower,
  }: { readonly clock: VenueClock; readonly seed: Seed; readonly follower: Follower | undefined },
): Promise<Schedule> {
  const { log } = settled;
  const schedule = new Schedule({
    clock,
    engine,
    onTaskError: (error, task) => log.error({ error: String(error), task }, "a beat failed"),
    onSkip: (from, to) => log.warn({ from, to }, "the market stood still: beats were late"),
  });
  schedule.every(FEED_BEAT_MS, (time) => feeds.beat(time), "feeds");
  if (follower !== undefined) {
    await follower.beat(clock.now());
    schedule.every(FOLLOW_BEAT_MS, (time) => follower.beat(time), "source");
  }
  if (scenario.house !== undefined) {
    const house = await startParticipants({ engine, seed, ...scenario.house });
    await house.beat(clock.now());
    const isActing = () => schedule.tasks.some(({ name, isOn }) => name === "participants" && isOn);
    feeds.accompany((prices, send) => (isActing() ? house.move(prices, send) : send()));
    const moment = scenario.house.inside ? () => 0 : houseMoment(seed);
    schedule.every(
      HOUSE_BEAT_MS,
      (time) => house.beat(time),
      "participants",
      moment,
      (isOn) => house.switch(isOn),
    );
  }
  await startTraders({ settled, scenario }, engine, schedule, seed);
  if (scenario.fundWorkOff !== undefined) {
    const worker = new FundWorker(engine, scenario.fundWorkOff);
    schedule.every(FUND_BEAT_MS, () => worker.beat(), "insurance fund");
  }
  schedule.start();
  return schedule;
}

/**
 * Starts the turns of the scenario's traders. A trader that is switched off has its accounts already, and waits for
 * an operator.
 */
async function startTraders(
  { settled: { log }, scenario: { traders } }: Pick<VenueSetup, "settled" | "scenario">,
  engine: Engine,
  schedule: Schedule,
  seed: Seed,
): Promise<void> {
  const onError = (error: unknown, account: string): void =>
    log.error({ error: String(error), account }, "a trader sat out a turn");
  for (const spec of traders) {
    const desk = await TraderDesk.open({ engine, seed, onError }, spec);
    const name = `trader ${spec.name}`;
    schedule.every(
      spec.everyMs,
      (time) => desk.beat(time),
      name,
      desk.moment,
      (isOn) => desk.switch(isOn),
    );
    if (!spec.on) await schedule.switchTask(name, false);
  }
}

/**
 * Gives history every durable frame; while its queue is full the engine cuts no frame. A history that fails drops
 * frames, or halts the venue at the next frame if that is asked for.
 */
function followWith(engine: Engine, history: History, settled: Settled): void {
  let room: Promise<void> | undefined;
  engine.subscribe((frame) => {
    if (history.failure !== undefined && !toleratesFailure(settled, history)) throw history.failure;
    const full = history.apply(frame)?.finally(() => {
      if (room === full) room = undefined;
    });
    room = full ?? room;
  });
  engine.slow(() => room);
}

function clockOf({ clock, hostClock, log }: Settled, scenario: Scenario): VenueClock {
  if (clock === "wall")
    return VenueClock.wall(hostClock, (jumpMs) =>
      log.warn(
        { jumpMs },
        `the host's clock jumped ${jumpMs < 0 ? "back" : "ahead"} by ${Math.abs(jumpMs)} ms`,
      ),
    );
  return VenueClock.frozen(hostClock, clock === "test" ? (scenario.clockStart ?? TEST_CLOCK_START) : clock);
}

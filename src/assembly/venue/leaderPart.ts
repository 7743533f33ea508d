import type { Command, ContractView, OperatorView } from "../../kernel/core/index.ts";
import type { Engine, EnginePort, StepView, VenueClock } from "../../kernel/engine/index.ts";
import { LeadLostError, Schedule } from "../../kernel/engine/index.ts";
import type { Seed } from "../../kernel/host/seed.ts";
import type { Scenario, SourceLineView, SourceStates } from "../../movers/feeds/index.ts";
import {
  FEED_BEAT_MS,
  Feeds,
  FOLLOW_BEAT_MS,
  Follower,
  mirrorAccountName,
} from "../../movers/feeds/index.ts";
import {
  FUND_BEAT_MS,
  FundWorker,
  HOUSE_BEAT_MS,
  House,
  TraderDesk,
} from "../../movers/participants/index.ts";
import type { Log } from "../../service/gateway/index.ts";
import type { MarketViews } from "../../service/views/index.ts";
import type { BranchPoint } from "./branch/branches.ts";
import { ContestClock } from "./contestClock.ts";
import { isLoopbackHost, refuseGenerated } from "./exposure.ts";
import { listContracts, marketSeed, must, openAccounts, refuseOtherMarket } from "./firstStart.ts";
import { FrameThrottle } from "./frameThrottle.ts";
import type { Stop } from "./stops.ts";
import { unwind } from "./stops.ts";
import type { Store } from "./storage.ts";
import { Timeline } from "./timeline.ts";
import type { VenueSetup } from "./venueSetup.ts";

/** What the leader's part acts on. */
export interface LedSession {
  readonly engine: Engine;
  readonly clock: VenueClock;
  /** The contracts of a market that is shown, and their states. */
  readonly sources: SourceStates;
}

/**
 * What only the leader does to a market: it lists contracts and opens accounts, moves prices, and lets the
 * house and the scenario's traders act. A venue that is no node of a cluster always leads.
 */
export class LeaderPart {
  readonly seed: Seed;
  readonly feeds: Feeds;
  /** Market time at which scripts and recordings of prices began. */
  readonly origin: number;
  readonly #setup: VenueSetup;
  readonly #session: LedSession;
  readonly #stops: Stop[] = [];
  #isStopped = false;
  #schedule: Schedule | undefined;
  #timeline: Timeline | undefined;

  private constructor(
    setup: VenueSetup,
    session: LedSession,
    { seed, feeds, origin }: Pick<LeaderPart, "seed" | "feeds" | "origin">,
  ) {
    this.#setup = setup;
    this.#session = session;
    this.seed = seed;
    this.feeds = feeds;
    this.origin = origin;
  }

  /**
   * Lists contracts, opens accounts and sets prices, as far as the setup asks for them and the market lacks
   * them.
   */
  static async complete(setup: VenueSetup, session: LedSession): Promise<LeaderPart> {
    const { settled, vault } = setup;
    const { engine, clock } = session;
    const seed = await marketSeed(engine, vault, settled.seed, settled.data);
    const start = clock.now();
    const origin = pointOf(setup)?.origin ?? start;
    const feeds = await completeMarket(setup, engine, { start, origin, seed });
    return new LeaderPart(setup, session, { seed, feeds, origin });
  }

  /** The beats of the market. @throws Error before {@link start} */
  get schedule(): Schedule {
    if (this.#schedule === undefined) throw new Error("the market has not started");
    return this.#schedule;
  }

  /** The step of market time under way, or the last one; `undefined` before the first. */
  get lastStep(): StepView | undefined {
    return this.#schedule?.lastStep;
  }

  /** What the scenario makes happen. @throws Error before {@link start} */
  get timeline(): Timeline {
    if (this.#timeline === undefined) throw new Error("the market has not started");
    return this.#timeline;
  }

  /** Starts everything that acts by itself; a beat that was due while nobody led is made up for once. */
  async start(views: MarketViews): Promise<void> {
    const { engine, clock, sources } = this.#session;
    const setup = this.#setup;
    const follower = await startFollower(setup, engine, clock, sources);
    if (follower !== undefined)
      await this.#opened(async () => {
        await follower.close();
        logLeftOut(setup.settled.log, sources);
      });
    const { seed, feeds } = this;
    const schedule = await startBeats(setup, engine, feeds, { clock, seed, follower });
    this.#schedule = schedule;
    const begun = pointOf(setup)?.timeline ?? { origin: clock.now(), outcomes: [] };
    this.#timeline = new Timeline(setup.scenario.timeline, begun, {
      schedule,
      clock,
      adminToken: setup.adminToken,
      log: setup.settled.log,
      answer: (request) => setup.venuePort.answer(request),
    });
    await this.#opened(() => schedule.stop());
    const { stopping } = setup.venuePort;
    const endSteps = (): void => void schedule.endSteps("the venue stops");
    stopping.addEventListener("abort", endSteps);
    await this.#opened(() => stopping.removeEventListener("abort", endSteps));
    const contests = await ContestClock.start({
      engine,
      schedule,
      adminToken: setup.adminToken,
      log: setup.settled.log,
      answer: (request) => setup.venuePort.answer(request),
    });
    await this.#opened(() => contests.stop());
    if (setup.scenario.house !== undefined) {
      const throttle = new FrameThrottle(engine, views, clock);
      await this.#opened(() => throttle.stop());
    }
    await takeOperators(engine, setup.store);
  }

  /** Closes what was opened; what is opened later is closed at once. */
  stop(): Promise<void> {
    this.#isStopped = true;
    return unwind(this.#stops);
  }

  /**
   * Adds a function that closes something that was opened. @throws LeadLostError if {@link stop} was called
   * meanwhile; then it is closed
   */
  async #opened(close: Stop): Promise<void> {
    if (!this.#isStopped) return void this.#stops.push(close);
    await close();
    throw new LeadLostError("the market was closed while it was started");
  }
}

/**
 * The moment of another venue that the first market of a branch goes on from; `undefined` for its later
 * markets, after a reset, and for venues that are no branches.
 */
function pointOf({ point, venuePort }: VenueSetup): BranchPoint | undefined {
  return venuePort.isOpen ? undefined : point;
}

async function completeMarket(
  setup: VenueSetup,
  engine: Engine,
  { start, origin, seed }: { readonly start: number; readonly origin: number; readonly seed: Seed },
): Promise<Feeds> {
  const { settled, scenario } = setup;
  await refuseOtherMarket(engine, scenario, settled.data);
  await listContracts(engine, scenario);
  if (!isLoopbackHost(settled.host)) await refuseGenerated(engine, settled, setup.known);
  await openAccounts(engine, setup.vault, setup.accounts, settled.balance, setup.encryptedKeys);
  const contracts = await engine.query({ type: "contracts" });
  const feeds = new Feeds({
    engine,
    contracts,
    specs: scenario.source === undefined ? scenario.feeds : firstFeeds(scenario.feeds, contracts),
    seed,
    from: settled.downtime === "skip" ? start : engine.recovery.headTime || start,
    origin,
  });
  await feeds.beat(start);
  return feeds;
}

/** The feeds of a market that shows a source: prices only for contracts that never had one. */
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
    onLeftOut: (symbol, leftOut) => sources.leaveOut(symbol, leftOut),
  });
}

/** Logs how many trades of each source's contract the market that ends has left out. */
function logLeftOut(log: Log, sources: SourceStates): void {
  for (const { symbol, leftOut } of sources.list())
    if (Object.values(leftOut).some((count) => count > 0))
      log.warn({ symbol, leftOut }, "a part of the source was left out");
}

/**
 * Ends what following another market left behind: the venue makes marks and rates itself again, and holds
 * nothing.
 */
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
  schedule.every(FEED_BEAT_MS, (time) => feeds.beat(time), "feeds", { isQuiet: () => feeds.isQuiet });
  if (follower !== undefined) {
    await follower.beat(clock.now());
    // In the last millisecond of its interval, so that a minute's trades are in the candle of that minute.
    schedule.every(FOLLOW_BEAT_MS, (time) => follower.beat(time), "source", {
      offset: () => FOLLOW_BEAT_MS - 1,
    });
  }
  if (scenario.house !== undefined) {
    const house = await House.start({ engine, seed, ...scenario.house });
    await house.beat(clock.now());
    schedule.every(HOUSE_BEAT_MS, (time) => house.beat(time), "participants", {
      onSwitch: (isOn) => house.switch(isOn),
    });
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
 * Starts the turns of the scenario's traders. A trader that is switched off has its accounts already, and
 * waits for an operator.
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
    schedule.every(spec.everyMs, (time) => desk.beat(time), name, {
      offset: desk.moment,
      onSwitch: (isOn) => desk.switch(isOn),
    });
    if (!spec.on) await schedule.switchTask(name, false);
  }
}

/**
 * Gives a market that starts over the operators of the market before it: so an older saved state neither
 * brings back an operator who was removed nor locks out one who was added since. This happens before anybody
 * may connect; a start that a crash interrupted repeats it.
 */
async function takeOperators(engine: EnginePort, store: Store): Promise<void> {
  const wanted = await store.operatorsToTake();
  if (wanted === undefined) return;
  for (const command of changes(await engine.query({ type: "operators" }), wanted))
    await must(engine, command);
  await store.operatorsTaken();
}

function changes(present: readonly OperatorView[], wanted: readonly OperatorView[]): readonly Command[] {
  const isSame = (a: OperatorView) => (b: OperatorView) =>
    a.name === b.name && a.role === b.role && a.tokenHash === b.tokenHash;
  const removed = present.filter((each) => !wanted.some(isSame(each)));
  const added = wanted.filter((each) => !present.some(isSame(each)));
  return [
    ...removed.map(({ name }) => ({ type: "removeOperator", name }) as const),
    ...added.map(({ name, role, tokenHash }) => ({ type: "addOperator", name, role, tokenHash }) as const),
  ];
}

import { join } from "node:path";
import type { RecoveryReport } from "../engine/index.ts";
import { Engine, exchangeMachine, Schedule, VenueClock } from "../engine/index.ts";
import type { Scenario } from "../feeds/index.ts";
import { defaultScenario, FEED_BEAT_MS, Feeds, usualListing, withPrices } from "../feeds/index.ts";
import { createControl, createControlServer, RequestMetrics, randomText } from "../gateway/control/index.ts";
import type { Gateway, LimitProfile } from "../gateway/index.ts";
import { createGateway, limitProfiles, RequestLog, SEED_SUNSET, Vault } from "../gateway/index.ts";
import { systemClock } from "../host/systemClock.ts";
import { systemRng } from "../host/systemRng.ts";
import { HOUSE_BEAT_MS, startParticipants } from "../participants/index.ts";
import type { History } from "../readmodel/index.ts";
import { MarketViews } from "../views/index.ts";
import type { WireProfile } from "../wire/index.ts";
import { WIRE_PROFILE_RULE, wireProfileOf } from "../wire/index.ts";
import type { Credentials } from "./credentials.ts";
import { credentialsOf, masterKeyOf, readCredentials, writeCredentials } from "./credentials.ts";
import { isLoopbackHost, refuseGenerated } from "./exposure.ts";
import { drawPrehistory, listContracts, openAccounts, SetUpError } from "./firstStart.ts";
import type { Settled, VenueOptions } from "./options.ts";
import { TEST_CLOCK_START, withDefaults } from "./options.ts";
import { openStorage } from "./storage.ts";

/** Where control listens when it has a port of its own. */
const LOOPBACK = "127.0.0.1";

/** A running venue. */
export interface Venue {
  /** `http://127.0.0.1:8787`: what a client puts in the place of the interface's address. */
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly port: number;
  /** Where `/control/…` and `/metrics` are: {@link baseUrl}, or a loopback port of their own. */
  readonly controlUrl: string;
  /** The accounts of the options, with the keys to sign with. */
  readonly accounts: readonly Credentials[];
  /** Opens the control surface. */
  readonly adminToken: string;
  /** Market time: freeze it, run it faster. To move it, use {@link step}, which is a barrier. */
  readonly clock: VenueClock;
  readonly engine: Engine;
  readonly history: History;
  readonly feeds: Feeds;
  readonly gateway: Gateway;
  /** What start-up found in the data directory. */
  readonly recovery: RecoveryReport;
  /** Moves market time on by `ms` and returns when every beat up to there is done and durable. */
  step(ms: number): Promise<void>;
  /** Moves market time on to the next beat or due time, and returns it. */
  nextEvent(): Promise<number>;
  /** Resolves when everything submitted so far is executed, durable and readable in history. */
  settle(): Promise<void>;
  /** Stops cleanly: answers what is under way, then a snapshot at the head, then the files are closed. */
  stop(): Promise<void>;
  /** Resolves when the venue has stopped, whoever asked for it: this program, or an operator through control. */
  readonly stopped: Promise<void>;
}

/**
 * Starts a venue: the one place where its parts meet.
 *
 * ```
 * storage → engine (recovers) → contracts, accounts → feeds → views, history → participants → gateway
 * ```
 *
 * Several may run in one process, each on a port of its own.
 *
 * @throws DirectoryInUse, LogError, ReplayError, HistoryFailedError: the data cannot be used, and why
 * @throws SetUpError, ScenarioError: the options ask for what cannot be
 */
export async function startVenue(options: VenueOptions = {}): Promise<Venue> {
  const settled = withDefaults(options);
  const { seed, log, onProgress, onHalt } = settled;
  const storage = await openStorage(settled.data, systemClock);
  const { history, directory } = storage;
  const stops: (() => Promise<void> | void)[] = [() => storage.release(), () => history.close()];
  try {
    const vault = new Vault(await masterKeyOf(directory, settled.masterKey, systemRng), systemRng);
    const scenario = withPrices(scenarioOf(settled), settled.prices);
    const clock = clockOf(settled, scenario);
    const engine = await Engine.open({
      log: storage.log,
      snapshots: storage.snapshots,
      machine: exchangeMachine,
      clock,
      appliedSeq: storage.appliedSeq,
      onRecoveredFrame: (frame) => history.apply(frame),
      progress: (done, total) => onProgress("replaying the journal", total === 0 ? 1 : done / total),
      auditEvery: settled.audit,
      dumps: storage.dumps,
      onHalt,
      onSnapshotError: (error) => log.error({ error: String(error) }, "a snapshot could not be taken"),
      ...(storage.snapshotter && { snapshotter: storage.snapshotter }),
    });
    stops.push(() => engine.stop());
    followWith(engine, history);

    await listContracts(engine, scenario, seed);
    const known = directory === undefined ? undefined : await readCredentials(directory);
    if (!isLoopbackHost(settled.host)) await refuseGenerated(engine, settled, known);
    const accounts = settled.accounts.map((spec) => {
      const earlier = known?.accounts.find(({ name }) => name === spec.name);
      return { ...spec, credentials: credentialsOf(spec, earlier, systemRng) };
    });
    await openAccounts(engine, vault, accounts, settled.balance);

    const start = clock.now();
    const feeds = new Feeds({
      engine,
      contracts: await engine.query({ type: "contracts" }),
      specs: scenario.feeds,
      seed,
      from: settled.downtime === "skip" ? start : engine.recovery.headTime || start,
      origin: start,
    });
    await feeds.beat(start);
    const contracts = await engine.query({ type: "contracts" });
    await drawPrehistory({
      history,
      contracts,
      scenario,
      seed,
      end: start,
      candles: settled.prehistory,
      onProgress: (share) => onProgress("drawing the market's past", share),
    });
    const views = await MarketViews.open(engine);
    stops.push(() => views.close());
    await history.settle();
    await views.recall(history, start);

    const schedule = new Schedule({
      clock,
      engine,
      onTaskError: (error, task) => log.error({ error: String(error), task }, "a beat failed"),
      onSkip: (from, to) => log.warn({ from, to }, "the market stood still: beats were late"),
    });
    schedule.every(FEED_BEAT_MS, (time) => feeds.beat(time), "feeds");
    if (scenario.house !== undefined) {
      const house = await startParticipants({ engine, seed, ...scenario.house });
      await house.beat(start);
      schedule.every(HOUSE_BEAT_MS, (time) => house.beat(time), "participants");
    }
    schedule.start();
    stops.push(() => schedule.stop());

    const adminToken = settled.adminToken ?? known?.adminToken ?? randomText(systemRng, 32);
    const { stop, stopped } = stopOnce(stops);
    const metrics = new RequestMetrics();
    const isApart = settled.controlPort !== undefined || !isLoopbackHost(settled.host);
    const requestLog = await RequestLog.open(settled.requests, directory && join(directory, "requests"), log);
    stops.push(() => requestLog.close());
    const gateway = createGateway({
      engine,
      history,
      views,
      clock: systemClock,
      vault,
      log,
      limits: limitsOf(settled),
      profile: wireOf(settled),
      requestLog,
      risk: settled.risk,
      ...(settled.sunset !== false && { sunset: settled.sunset === true ? SEED_SUNSET : settled.sunset }),
      hostNames: settled.hostNames,
      freshness: settled.strictFreshness ? "host" : "either",
      observe: (served) => metrics.observe(served),
      extend: (server) => {
        if (!isApart) control(server);
      },
    });
    const control = createControl({
      engine,
      history,
      venueClock: clock,
      schedule,
      clock: systemClock,
      feeds,
      usualListing,
      vault,
      rng: systemRng,
      limits: gateway.limits,
      contestLog: gateway.contestLog,
      signatureFailures: gateway.signatureFailures,
      metrics,
      adminToken,
      keyDelayMs: settled.keyDelayMs,
      requestLog,
      market: typeof settled.market === "string" ? settled.market : "scenario",
      stop: () => {
        stop().catch((error) => log.error({ error: String(error) }, "the venue did not stop cleanly"));
      },
      log,
    });
    stops.push(() => gateway.stop());
    const { port } = await gateway.listen({ host: settled.host, port: settled.port });
    const authority = `${settled.host.includes(":") ? `[${settled.host}]` : settled.host}:${port}`;
    const addresses = { baseUrl: `http://${authority}`, wsUrl: `ws://${authority}` };
    let controlUrl = addresses.baseUrl;
    if (isApart) {
      const server = createControlServer({ clock: systemClock, log, now: () => engine.now() }, control);
      stops.push(() => server.close());
      controlUrl = await server.listen({ host: LOOPBACK, port: settled.controlPort ?? 0 });
    }

    const credentials = accounts.map((account) => account.credentials);
    if (directory !== undefined) {
      const others = known?.accounts.filter(({ name }) => !accounts.some((each) => each.name === name)) ?? [];
      await writeCredentials(directory, {
        ...addresses,
        accounts: [...credentials, ...others],
        adminToken,
        ...(isApart && { controlUrl }),
      });
    }
    if (settled.clock === "test" && scenario.clockSpeed) clock.run(scenario.clockSpeed);
    return {
      ...addresses,
      port,
      controlUrl,
      accounts: credentials,
      adminToken,
      clock,
      engine,
      history,
      feeds,
      gateway,
      recovery: engine.recovery,
      step: (ms) => schedule.step(ms),
      nextEvent: () => schedule.nextEvent(),
      async settle() {
        await engine.settle();
        await history.settle();
      },
      stop,
      stopped,
    };
  } catch (error) {
    await unwind(stops).catch((also) =>
      log.error({ error: String(also) }, "closing after a failed start failed too"),
    );
    throw error;
  }
}

/**
 * History takes every durable frame; while its queue is full the engine cuts no frame. A history that fails halts the
 * venue at the next frame: what happened would be lost to its readers.
 */
function followWith(engine: Engine, history: History): void {
  let room: Promise<void> | undefined;
  engine.subscribe((frame) => {
    const full = history.apply(frame)?.finally(() => {
      if (room === full) room = undefined;
    });
    room = full ?? room;
  });
  engine.slow(() => room);
}

function limitsOf({ limits, strictConnections }: Settled): LimitProfile {
  const profile = typeof limits === "string" ? limitProfiles[limits] : limits;
  return strictConnections ? { ...profile, loopback: "counted" } : profile;
}

function wireOf({ wire }: Settled): WireProfile {
  const profile = wireProfileOf(wire);
  if (profile === undefined) throw new SetUpError(`wire is one of ${WIRE_PROFILE_RULE}, got '${wire}'`);
  return profile;
}

function scenarioOf({ market, prehistory }: Settled): Scenario {
  return typeof market === "string" ? { ...defaultScenario(market), prehistory } : market;
}

function clockOf({ clock }: Settled, scenario: Scenario): VenueClock {
  if (clock === "wall") return VenueClock.wall(systemClock);
  return VenueClock.frozen(systemClock, clock === "test" ? (scenario.clockStart ?? TEST_CLOCK_START) : clock);
}

/** A way to stop that may be taken more than once, and what tells those who did not take it. */
function stopOnce(stops: (() => Promise<void> | void)[]) {
  let begin!: () => void;
  const stopped = new Promise<void>((resolve) => {
    begin = resolve;
  }).then(() => unwind(stops));
  stopped.catch(() => undefined); // who asked for the stop has the error
  return {
    stopped,
    stop(): Promise<void> {
      begin();
      return stopped;
    },
  };
}

/** Last opened, first closed; a failure does not keep the rest open. */
async function unwind(stops: (() => Promise<void> | void)[]): Promise<void> {
  const errors: unknown[] = [];
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
    try {
      await stop();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, "the venue did not stop cleanly");
}

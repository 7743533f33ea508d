import { join } from "node:path";
import type { ScenarioView } from "../../interface/wire/control/index.ts";
import type { WireProfile } from "../../interface/wire/index.ts";
import { WIRE_PROFILE_RULE, wireProfileOf } from "../../interface/wire/index.ts";
import { FastTime } from "../../kernel/engine/index.ts";
import { diskSpaceOf } from "../../kernel/host/machineLimits.ts";
import { packageRoot } from "../../kernel/host/packageFiles.ts";
import { systemRng } from "../../kernel/host/rng.ts";
import { ScenarioError, usualListing } from "../../movers/feeds/index.ts";
import type { VenueServices } from "../../service/gateway/control/index.ts";
import { createControl, createControlServer, RequestMetrics } from "../../service/gateway/control/index.ts";
import type { Gateway, LimitProfile, Response, WholeRequest } from "../../service/gateway/index.ts";
import {
  ClientAddresses,
  createGateway,
  fewConnections,
  Joining,
  KeyLinks,
  limitProfiles,
  Pages,
  RequestLog,
  SEED_SUNSET,
} from "../../service/gateway/index.ts";
import { isBookOfUsers } from "./contestMarket.ts";
import type { Credentials } from "./credentials.ts";
import { isGenerated } from "./credentials.ts";
import { REQUESTS_DIRECTORY } from "./dataFiles.ts";
import { isLoopbackHost } from "./exposure.ts";
import { SetUpError } from "./firstStart.ts";
import type { SettledOptions } from "./options.ts";
import type { Stop } from "./stops.ts";
import { unwind } from "./stops.ts";
import type { VenueSession } from "./venueSession.ts";
import type { VenueSetup } from "./venueSetup.ts";

/** Where control listens when it has a port of its own. */
const LOOPBACK = "127.0.0.1";

/** The ports for clients and operators; they stay open while the market behind them is replaced. */
export interface Listeners {
  readonly gateway: Gateway;
  readonly fastTime: FastTime;
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly port: number;
  readonly controlUrl: string;
  /** Whether control has a port of its own. */
  readonly isApart: boolean;
  /** Answers a whole request that another node has passed on. */
  answer(request: WholeRequest): Promise<Response>;
  close(): Promise<void>;
}

/** The operator's actions on the venue as a whole. */
export type Management = Pick<VenueServices, "reset" | "saveState" | "states" | "backup" | "branch" | "stop">;

/** @param sessionNow returns the running market; after a reset that is another one */
export async function openListeners(
  setup: VenueSetup,
  sessionNow: () => VenueSession,
  manage: Management,
): Promise<Listeners> {
  const { settled, store, vault, adminToken, replay, node } = setup;
  const { host, hostClock, log } = settled;
  const { engine, history, views } = sessionNow();
  const stops: Stop[] = [];
  try {
    const metrics = new RequestMetrics();
    const selfService = settled.selfService && replay === undefined;
    // Where requests may come from other machines, directly or through a proxy, control has a port of its
    // own, so that nobody finds it by accident.
    const isApart = settled.controlPort !== undefined || !isLoopbackHost(host) || settled.proxies.length > 0;
    const requestLog = await RequestLog.open(
      settled.requests,
      store.directory && join(store.directory, REQUESTS_DIRECTORY),
      log,
    );
    stops.push(() => requestLog.close());
    const pages = new Pages(packageRoot());
    const gateway = createGateway({
      engine,
      history,
      views,
      clock: hostClock,
      alarm: (time, fire) => sessionNow().clock.alarm(time, fire),
      vault,
      log,
      limits: limitsOf(settled),
      profile: wireOf(settled),
      dialects: settled.dialects,
      requestLog,
      risk: settled.risk,
      contest: settled.contest,
      ...(selfService && { selfService: { vault, rng: systemRng, keyDelayMs: settled.keyDelayMs } }),
      leaderboard: { isPublic: settled.leaderboard === "public", delayMs: settled.leaderboardDelayMs },
      ...(settled.sunset !== false && { sunset: settled.sunset === true ? SEED_SUNSET : settled.sunset }),
      hostNames: settled.hostNames,
      proxies: settled.proxies,
      freshness: settled.strictFreshness ? "host" : "either",
      ...(node && { leader: node, counters: node.counters, streamLives: node.streamLives }),
      answerObservers: [(answered) => metrics.observe(answered)],
      ...(settled.onTraffic && { onTraffic: settled.onTraffic }),
      sources: () => sessionNow().sources.list(),
      ...(replay && { replay: () => replay.show() }),
      missing: () => setup.venuePort.missing,
      page: { pages, demoAccounts: signInAccounts(setup) },
      routes: () => [
        ...redemptions.flatMap((each) => each.routes()),
        ...(isApart ? [] : [...control.routes, pages.operator]),
      ],
    });
    if (setup.point !== undefined) gateway.faults.goOnWith(setup.point.faults);
    const redeeming = {
      get engine() {
        return sessionNow().engine;
      },
      vault,
      rng: systemRng,
      clock: hostClock,
      addresses: new ClientAddresses(settled.proxies),
      leader: setup.node,
      log,
    };
    const redemptions = [new KeyLinks(redeeming), ...(selfService ? [new Joining(redeeming)] : [])];
    const fastTime = new FastTime(
      () => ({ clock: sessionNow().clock, schedule: sessionNow().part.schedule }),
      {
        watch: gateway.barrier,
        host: hostClock,
        onError: (error) => log.error({ error: String(error) }, "market time does not run any more"),
      },
    );
    const control = createControl({
      get engine() {
        return sessionNow().engine;
      },
      get history() {
        return sessionNow().history;
      },
      clock: hostClock,
      log,
      time: {
        fastTime,
        get venueClock() {
          return sessionNow().clock;
        },
        get schedule() {
          return sessionNow().part.schedule;
        },
        lastStep: () => sessionNow().lastStep,
      },
      prices: {
        get feeds() {
          return sessionNow().part.feeds;
        },
        lastPrice: (contract) => sessionNow().views.contractAt(contract).last,
        usualListing,
        sources: () => sessionNow().sources.list(),
        views: () => sessionNow().views,
      },
      keys: { vault, rng: systemRng, adminToken, keyDelayMs: settled.keyDelayMs, selfService },
      clients: {
        limits: gateway.limits,
        faults: gateway.faults,
        disturbances: gateway.disturbances,
        uploadLog: gateway.uploadLog,
        signatureFailures: gateway.signatureFailures,
        socketFigures: gateway.socketFigures,
        unservedRequests: gateway.unservedRequests,
        requestLog,
        metrics,
      },
      records: {
        get journal() {
          return sessionNow().journal;
        },
        get news() {
          return sessionNow().news;
        },
        get past() {
          return replay?.past ?? sessionNow().storage.log;
        },
        get reexecutor() {
          return replay?.source.reexecutor ?? sessionNow().storage.reexecutor;
        },
      },
      contests: {
        leaderboard: gateway.leaderboard,
        refusesSharedBooks: settled.contest && isBookOfUsers(setup.scenario),
      },
      venue: {
        market:
          replay !== undefined ? "replay" : typeof settled.market === "string" ? settled.market : "scenario",
        scenario: () => scenarioView(setup, sessionNow()),
        disk: store.directory === undefined ? undefined : diskSpaceOf(store.directory),
        ...manage,
      },
      leader: setup.node,
      replay,
      cluster: setup.node && {
        status: () => sessionNow().member!.status(),
        database: () => sessionNow().member!.database(),
        stepDown: () => sessionNow().member!.stepDown(),
      },
    });
    stops.push(() => gateway.stop());
    if (setup.scenario.timeline.length > 0) {
      const refused = await sessionNow().part.timeline.begin((request) => control.answer(request)!);
      if (refused.length > 0) throw new ScenarioError(refused);
    }
    const few = fewConnections();
    if (few !== undefined) log.warn({}, few);
    const { port } = await gateway.listen({ host, port: settled.port });
    const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    const baseUrl = `http://${authority}`;
    let controlUrl = baseUrl;
    if (isApart) {
      const now = () => sessionNow().engine.now();
      const routes = [...control.routes, pages.operator, pages.leaderboard, ...pages.assets];
      const server = createControlServer({ clock: hostClock, log, now }, routes);
      stops.push(() => server.close());
      const own = await server.listen({ host: LOOPBACK, port: settled.controlPort ?? 0 });
      controlUrl = `http://${LOOPBACK}:${own}`;
    }
    stops.push(() => control.close());
    const close = () => unwind(stops);
    const answer = (request: WholeRequest) => {
      for (const each of redemptions) {
        const answered = each.answer(request);
        if (answered !== undefined) return answered;
      }
      return control.answer(request) ?? gateway.answer(request);
    };
    return {
      gateway,
      fastTime,
      baseUrl,
      wsUrl: `ws://${authority}`,
      port,
      controlUrl,
      isApart,
      answer,
      close,
    };
  } catch (error) {
    await unwind(stops).catch(() => undefined); // the first error is the one to report
    throw error;
  }
}

/** The moments of the scenario, with what became of them in this market. */
export function scenarioView({ scenario }: VenueSetup, { part }: VenueSession): ScenarioView {
  return { about: scenario.about, moments: [...part.timeline.report()] };
}

function limitsOf({ limits, strictConnections }: SettledOptions): LimitProfile {
  const profile = typeof limits === "string" ? limitProfiles[limits] : limits;
  return strictConnections ? { ...profile, loopback: "counted" } : profile;
}

function wireOf({ wire }: SettledOptions): WireProfile {
  const profile = wireProfileOf(wire);
  if (profile === undefined) throw new SetUpError(`wire is one of ${WIRE_PROFILE_RULE}, got '${wire}'`);
  return profile;
}

/**
 * Accounts that the page may sign in to by itself: those whose strings were generated here. Strings that
 * somebody chose may be in use elsewhere and are shown to nobody, and a venue that others can reach shows
 * none at all.
 */
function signInAccounts({ settled, accounts }: VenueSetup): readonly Credentials[] {
  const { host, proxies, hostNames } = settled;
  if (!isLoopbackHost(host) || proxies.length > 0 || hostNames.length > 0) return [];
  return accounts.map(({ credentials }) => credentials).filter(isGenerated);
}

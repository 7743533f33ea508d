import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Disturbance } from "../../interface/wire/control/faults.ts";
import type { ReplayView } from "../../interface/wire/control/index.ts";
import type { Dialect, WireProfile } from "../../interface/wire/index.ts";
import { dialectNames, WireError, wireProfiles } from "../../interface/wire/index.ts";
import type { EnginePort, VenueClock } from "../../kernel/engine/index.ts";
import { EngineHaltedError } from "../../kernel/engine/index.ts";
import type { Clock } from "../../kernel/host/clock.ts";
import type { History } from "../readmodel/index.ts";
import type { MarketViews } from "../views/index.ts";
import type { AnswerObserver } from "./answered.ts";
import { logRefused, requestLogger } from "./answered.ts";
import type { Authenticator } from "./auth/authenticate.ts";
import type { SignatureFailure } from "./auth/diagnose.ts";
import { SignatureFailures } from "./auth/diagnose.ts";
import { IdempotencyCache } from "./auth/idempotencyCache.ts";
import { Keys } from "./auth/keys.ts";
import { ListenKeys } from "./auth/listenKeys.ts";
import { StreamLives } from "./auth/streamLives.ts";
import { Tickets } from "./auth/tickets.ts";
import type { Vault } from "./auth/vault.ts";
import { ClientBarrier } from "./clientBarrier.ts";
import { Contests } from "./contest/contests.ts";
import { Contracts } from "./contracts.ts";
import { Dialects } from "./dialects.ts";
import { documentRoutes } from "./documents/documents.ts";
import { Faults } from "./faults/faults.ts";
import { REDEEM, redeemed } from "./forward.ts";
import { ClientAddresses } from "./http/clientAddresses.ts";
import { healthRoute } from "./http/health.ts";
import { HostNames } from "./http/hosts.ts";
import { type LeaderPort, NEVER_STALE, type WholeRequest } from "./http/leaderPort.ts";
import { readyRoute } from "./http/ready.ts";
import type { Response } from "./http/respond.ts";
import { refusedResponse } from "./http/respond.ts";
import type { Route } from "./http/routes.ts";
import { OperationTable } from "./http/routes.ts";
import { createServer } from "./http/server.ts";
import type { Sunset } from "./http/sunset.ts";
import type { LeaderboardRule } from "./leaderboard/leaderboard.ts";
import { Leaderboard } from "./leaderboard/leaderboard.ts";
import type { Counters } from "./limits/counters.ts";
import { MemoryCounters } from "./limits/counters.ts";
import { Limits } from "./limits/limits.ts";
import type { LimitProfile } from "./limits/profile.ts";
import { limitProfiles } from "./limits/profile.ts";
import type { Log } from "./log.ts";
import type { SourceReport } from "./operation.ts";
import { operations } from "./operations.ts";
import type { DemoAccount } from "./page/demoSession.ts";
import { demoSession } from "./page/demoSession.ts";
import { Pages } from "./page/pages.ts";
import { RequestGate } from "./requestGate.ts";
import { RequestLog } from "./requestLog/requestLog.ts";
import type { RiskRules } from "./risk/riskControl.ts";
import { RiskControl } from "./risk/riskControl.ts";
import type { KeyMaking } from "./selfService/operations.ts";
import { selfServiceOperations } from "./selfService/operations.ts";
import type { Services } from "./serve.ts";
import { AccountPushes } from "./sockets/account/accountPushes.ts";
import { fapiRequests, fapiSockets } from "./sockets/fapi/apiVersion.ts";
import type { PrivateChannels } from "./sockets/privateChannels.ts";
import type { SocketFigures } from "./sockets/sockets.ts";
import { Sockets } from "./sockets/sockets.ts";
import { accountEncoder } from "./sockets/v2/accountEncoders.ts";
import { v2Sockets } from "./sockets/v2/apiVersion.ts";
import { v3Sockets } from "./sockets/v3/apiVersion.ts";
import { injectedInto, notOpenYet, pipelinesOf } from "./stages.ts";
import { directivesSeen } from "./trading/carriedDirective.ts";
import type { TrafficObserver } from "./traffic.ts";
import { trafficOf } from "./traffic.ts";
import { UploadLog } from "./uploadLog.ts";
import { paperOperations } from "./v2/paper.ts";
import { sdkAliases } from "./v2/sdk/aliases.ts";
import { inSdkShapes } from "./v2/sdk/shapes.ts";

/** The market behind a gateway. */
export interface ServedSession {
  readonly engine: EnginePort;
  readonly history: History;
  readonly views: MarketViews;
}

export interface GatewayOptions extends ServedSession {
  /**
   * The host's clock, for the freshness of signatures, limits and time-outs. Market time is the engine's.
   */
  readonly clock: Clock;
  /** Calls back at a market time, for pushes delayed by latency. Absent: pushes are never delayed. */
  readonly alarm?: VenueClock["alarm"];
  /** Decrypts the secrets of API keys. */
  readonly vault: Vault;
  readonly log: Log;
  /** The state of each contract of the source that the market shows. Default: it shows none. */
  readonly sources?: () => readonly SourceReport[];
  /** Where limits are counted. Default: here, for this process alone. */
  readonly counters?: Counters;
  /** Until when user data streams live. Default: as this process alone knows. */
  readonly streamLives?: StreamLives;
  /** Default: off. */
  readonly limits?: LimitProfile;
  /** The dialects that are served. Default: all. */
  readonly dialects?: readonly Dialect[] | undefined;
  /** Default: seed. */
  readonly profile?: WireProfile;
  /** Names under which the venue may be called, besides localhost and plain addresses. */
  readonly hostNames?: readonly string[];
  /**
   * Addresses and CIDR blocks of proxies in front of the venue. Default: none; `X-Forwarded-For` is not
   * believed.
   */
  readonly proxies?: readonly string[];
  /**
   * `host`: only the host's clock decides whether a request is fresh. Default: fresh by the venue's clock is
   * enough, too.
   */
  readonly freshness?: "either" | "host";
  /** Keeps the log of requests. Default: no log. Closed by whoever opened it. */
  readonly requestLog?: RequestLog;
  /** When an account is restricted automatically. Default: never. */
  readonly risk?: RiskRules;
  /** Whether client ids of orders may carry no directives, as in a contest. Default: the key decides. */
  readonly contest?: boolean;
  /**
   * Lets accounts that were opened by an invitation make API keys, on a page for that. Default: they cannot.
   */
  readonly selfService?: KeyMaking | undefined;
  /** Who may see the leaderboard, and how late. Default: operators only. */
  readonly leaderboard?: LeaderboardRule;
  /** Announces the end of V2, or rehearses it. Default: it has none. */
  readonly sunset?: Sunset;
  /** Called with every answer. Default: none. */
  readonly answerObservers?: readonly AnswerObserver[];
  /** Called with everything that passes between clients and the venue. Default: none. */
  readonly onTraffic?: TrafficObserver;
  /** Makes the private channels for each market that is served. Default: they push every change. */
  readonly privateChannels?: (services: Services) => PrivateChannels;
  /** How the node that leads is reached. Default: this process is the venue. */
  readonly leader?: LeaderPort;
  /** Where the replay of a journal stands; it is read-only. Default: this is no replay. */
  readonly replay?: () => ReplayView;
  /** What the start still waits for, for `/health`. Default: nothing. */
  readonly missing?: () => string | undefined;
  /** The web page, and the accounts that it may sign in to without asking. Default: no page. */
  readonly page?: {
    readonly pages: Pages;
    readonly demoAccounts: readonly DemoAccount[];
  };
  /** Further routes (control, metrics), asked for when the gateway begins to listen. Default: none. */
  readonly routes?: () => readonly Route[];
}

/** The REST interface over one engine. */
export interface Gateway {
  /** Starts to serve; port 0 takes a free one. */
  listen(address: { readonly host: string; readonly port: number }): Promise<{ readonly port: number }>;
  /**
   * Answers a whole request that another node has passed on; a path of no operation with 404. Never rejects.
   */
  answer(request: WholeRequest): Promise<Response>;
  /** Makes new requests wait; resolves when those under way are answered. */
  pause(): Promise<void>;
  /**
   * Serves this market from now on, the waiting requests first. Answers that were remembered for repeated
   * requests to the previous market are forgotten.
   */
  turnTo(session: ServedSession): Promise<void>;
  /** Pings the clients of all sockets; resolves when each has read what it was sent so far, or is gone. */
  pingAll(): Promise<void>;
  /** Resets every connection, as the end of a killed process does. For a gateway with `onTraffic`. */
  cut(): void;
  /** Refuses new connections, answers the requests under way, and closes. */
  stop(): Promise<void>;
  /** Limits in force; profile and exemptions change at run time. */
  readonly limits: Limits;
  /** Holds market time back for the clients while it runs as fast as it can. */
  readonly barrier: ClientBarrier;
  /** The faults that are injected between clients and the market. */
  readonly faults: Faults;
  /**
   * Every fault and directive in force: a row for each, as banner, status, `/health` and both pages show it.
   */
  disturbances(): Promise<readonly Disturbance[]>;
  /** The logs that contest programs uploaded. */
  readonly uploadLog: UploadLog;
  /** The log of requests; its level can be changed while the venue runs. */
  readonly requestLog: RequestLog;
  /** The leaderboard of the present market. */
  leaderboard(): Leaderboard;
  /** The last requests whose signature did not match, newest last. */
  signatureFailures(): readonly SignatureFailure[];
  /** The paths at which sockets are opened, as faults name them. */
  readonly socketPaths: readonly string[];
  /** Figures of the WebSocket connections. */
  socketFigures(): SocketFigures;
  /**
   * Number of requests so far that were for no operation, by status: 404 for an unknown path, 403 for a
   * foreign host name …
   */
  unservedRequests(): ReadonlyMap<number, number>;
}

/** Builds the gateway; nothing is read or opened before {@link Gateway.listen}. */
export function createGateway(options: GatewayOptions): Gateway {
  const { clock, log, vault, leader, onTraffic } = options;
  const staleness = leader ?? NEVER_STALE;
  let session: ServedSession = options;
  const now = () => session.engine.now();
  const failures = new SignatureFailures();
  const uploadLog = new UploadLog();
  const requestLog = options.requestLog ?? new RequestLog("off");
  const limits = new Limits({
    profile: options.limits ?? limitProfiles.off,
    counters: options.counters ?? new MemoryCounters(),
    clock,
    log,
  });
  const streamLives = options.streamLives ?? new StreamLives(clock);
  const addresses = new ClientAddresses(options.proxies);
  const barrier = new ClientBarrier(clock);
  const gate = new RequestGate({ clock, patienceMs: leader?.patienceMs });
  const unserved = new Map<number, number>();
  const { selfService } = options;
  const everyApi = [
    v2Sockets(options.privateChannels ?? ((services) => new AccountPushes(services, accountEncoder))),
    v3Sockets,
    fapiSockets,
    fapiRequests,
  ];
  const dialects = new Dialects(options.dialects ?? dialectNames, everyApi);
  const apis = everyApi.filter(({ rest }) => dialects.serves(rest));
  const served = inSdkShapes([
    ...operations,
    ...sdkAliases,
    ...paperOperations,
    ...(selfService === undefined ? [] : selfServiceOperations(selfService)),
  ]).filter(({ api }) => dialects.serves(api));
  const table = new OperationTable(served);
  const profile = options.profile ?? wireProfiles.seed;
  const socketPaths = apis.flatMap(({ paths }) => paths);
  const faults = new Faults({
    clock,
    now,
    alarm: options.alarm,
    routes: [...served, ...socketPaths.map((path) => ({ method: "GET", path }))],
    closeSockets: (isMeant) => sockets?.closeForMaintenance(isMeant),
  });
  let services: Services | undefined;
  let sockets: Sockets | undefined;
  let close: (() => Promise<void>) | undefined;
  const streams = new Set<Socket>();
  const way = {
    ...{ clock, faults, barrier, gate, leader, staleness },
    refusing: { log, now, profile },
    isReplay: options.replay !== undefined,
    keepsBodies: onTraffic !== undefined,
    services: () => services,
  };
  const ways = pipelinesOf(way);
  const answerObservers: readonly AnswerObserver[] = [
    requestLogger(requestLog, clock),
    ...(options.answerObservers ?? []),
    ...(onTraffic === undefined ? [] : [trafficOf(onTraffic)]),
  ];

  async function openServices({ engine, history, views }: ServedSession): Promise<Services> {
    const contracts = await Contracts.open(engine);
    const contests = await Contests.open(engine, contracts, now);
    limits.spareAddresses(() => contests.sparesAddresses);
    const keys = await Keys.open(engine, vault, log);
    const tickets = new Tickets(clock);
    const listenKeys = new ListenKeys(vault, keys, streamLives);
    const authenticator: Authenticator = {
      keys,
      vault,
      clock,
      log,
      failures,
      freshness: options.freshness ?? "either",
      now,
    };
    const risk = new RiskControl({ rules: options.risk ?? {}, engine, clock, log });
    return {
      engine,
      history,
      views,
      contracts,
      authenticator,
      addresses,
      repeats: new IdempotencyCache(clock),
      tickets,
      listenKeys,
      redeem: (ticket, address) => redeemed(leader, tickets, ticket, address),
      limits,
      uploadLog,
      requestLog,
      risk,
      contests,
      isContest: options.contest ?? false,
      sunset: options.sunset,
      clock,
      barrier,
      profile,
      log,
      now,
      alarm: options.alarm,
      sources: options.sources ?? (() => []),
      leaderboard: new Leaderboard({
        ...{ engine, history, clock, now, rule: options.leaderboard },
        contests: () => contests.list(),
      }),
      answerObservers: [
        ({ signedBy, response: { error } }) => {
          if (signedBy !== undefined && error !== undefined) risk.refused(signedBy.account, error);
        },
        ...answerObservers,
      ],
    };
  }

  async function disturbances(): Promise<readonly Disturbance[]> {
    const directives = await directivesSeen(session.engine).catch((error: unknown) => {
      if (error instanceof EngineHaltedError) return []; // a halted venue has no directive in force, and can be asked why it halted
      throw error;
    });
    return [...faults.disturbances(), ...directives];
  }

  function closeServices(): void {
    services?.authenticator.keys.close();
    services?.contests.close();
    services?.contracts.close();
    services = undefined;
  }

  return {
    limits,
    barrier,
    faults,
    disturbances,
    uploadLog,
    requestLog,
    leaderboard: () => services!.leaderboard,
    signatureFailures: () => failures.list(),
    socketPaths,
    socketFigures: () => sockets?.figures() ?? NO_SOCKETS,
    unservedRequests: () => unserved,
    async listen({ host, port }) {
      services = await openServices(session);
      const hosts = new HostNames([host, ...(options.hostNames ?? [])]);
      const refused = (raw: IncomingMessage, response: Response, why?: string) => {
        unserved.set(response.status, (unserved.get(response.status) ?? 0) + 1);
        logRefused({ requestLog, clock, now, addresses }, raw, response, why);
      };
      const opened = new Sockets({
        apis,
        hosts,
        addresses,
        limits,
        clock,
        barrier,
        faults,
        log,
        ask: (operation, head, body) => ways.fromClient(operation, head, body, false),
        refused,
        onTraffic,
        staleness,
      });
      opened.turnTo(services);
      sockets = opened;
      const pages = options.page?.pages ?? new Pages(undefined);
      const routes: readonly Route[] = [
        healthRoute({
          engine: () => session.engine,
          history: () => session.history,
          disturbances,
          dialects: dialects.names,
          missing: options.missing ?? (() => undefined),
          staleness,
          replay: options.replay,
        }),
        readyRoute(() => session.engine, staleness),
        ...[pages.terminal, pages.leaderboard, ...(selfService === undefined ? [] : [pages.join])].filter(
          ({ path }) => dialects.servesPage(path),
        ),
        ...pages.docs,
        ...pages.assets,
        demoSession(options.page?.demoAccounts ?? []),
        ...(options.routes?.() ?? []),
      ];
      const server = createServer(
        {
          hosts,
          addresses,
          limits,
          log,
          now,
          refused,
          refusalOf: (path) => dialects.refusalOf(path),
          upgrades: {
            paths: opened.paths,
            serves: (path) => opened.serves(path),
            upgrade: (request, stream, head, isRefused) =>
              gate.pass(
                () => opened.upgrade(request, stream, head, isRefused, injectedInto(request, way)),
                () => opened.refuse(request, stream, notOpenYet()),
              ),
          },
          serve: ways.fromClient,
        },
        table,
        [...documentRoutes(dialects, operations, routes, options.sunset), ...routes],
      );
      close = async () => {
        await Promise.all([opened.close(), server.close()]);
        closeServices();
      };
      if (onTraffic !== undefined)
        server.onConnection((stream) => {
          streams.add(stream);
          stream.once("close", () => streams.delete(stream));
        });
      return { port: await server.listen({ host, port }) };
    },
    answer({ method, url, headers, address, message, body }) {
      if (method === REDEEM)
        return Promise.resolve({ status: 200, body: services?.tickets.take(url, address) ?? "", version: 0 });
      const operation = table.find(method, url);
      if (operation === undefined)
        return Promise.resolve(refusedResponse(url, new WireError("pathNotFound"), now()));
      return ways.fromNode(operation, { method, url, headers, address, message }, body);
    },
    pause: () => gate.shut(),
    async turnTo(next) {
      closeServices();
      session = next;
      uploadLog.clear();
      services = await openServices(next);
      limits.turnTo(await next.engine.query({ type: "accounts" }));
      sockets?.turnTo(services);
      gate.open();
    },
    pingAll: async () => sockets?.pingAll(),
    cut() {
      for (const stream of streams) stream.resetAndDestroy();
    },
    async stop() {
      gate.open();
      faults.close();
      streamLives.close();
      await close?.();
      close = undefined;
    },
  };
}

const NO_SOCKETS: SocketFigures = {
  connections: 0,
  backlogBytes: 0,
  backlogMaxBytes: 0,
  lagMaxMs: 0,
  tooSlow: 0,
  messages: 0,
};

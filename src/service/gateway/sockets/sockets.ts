import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { FaultKindName } from "../../../interface/wire/control/faultKinds.ts";
import { languageOf, WireError } from "../../../interface/wire/index.ts";
import type { TimeMs } from "../../../kernel/core/index.ts";
import { STATUS_RESTRICTED } from "../../../kernel/core/index.ts";
import type { Clock, Timer } from "../../../kernel/host/clock.ts";
import type { ApiKey } from "../auth/keys.ts";
import type { ClientBarrier } from "../clientBarrier.ts";
import type { Faults, Injected } from "../faults/faults.ts";
import { follow } from "../follow.ts";
import type { ClientAddresses } from "../http/clientAddresses.ts";
import type { HostNames } from "../http/hosts.ts";
import type { Staleness } from "../http/leaderPort.ts";
import { refuseStale, STALE_REASON } from "../http/ready.ts";
import { pathOf } from "../http/requestLine.ts";
import type { Response } from "../http/respond.ts";
import { errorResponse } from "../http/respond.ts";
import { isRetired, refuseRetired, retiredText } from "../http/sunset.ts";
import type { Limits } from "../limits/limits.ts";
import type { Log } from "../log.ts";
import type { Services } from "../serve.ts";
import { skewed } from "../serve.ts";
import type { TrafficObserver } from "../traffic.ts";
import { HolderWatch } from "./account/holderWatch.ts";
import type {
  Ask,
  IncomingConnection,
  OpenSocketVersion,
  SocketAccess,
  SocketVersion,
} from "./apiVersion.ts";
import { CLOSE_GOING_AWAY, CLOSE_POLICY, CLOSE_RESTART, CLOSE_TOO_SLOW, Connection } from "./connection.ts";
import { Flusher } from "./flusher.ts";
import {
  asHandshake,
  checkAgent,
  checkHandshake,
  checkHost,
  isUnsigned,
  refuseHandshake,
  verifyHolder,
} from "./handshake.ts";

/** Largest message of a client. */
export const MESSAGE_MAX_BYTES = 64 * 1024;
/**
 * The most fragments of one message: each is kept with the buffer it arrived in until the message is
 * complete.
 */
const FRAGMENTS_MAX = 64;
/** How often keys are checked in a market where nothing happens, ms. */
const KEYS_EVERY_MS = 1_000;
/** The most chunks in which the network may deliver one frame. */
const CHUNKS_MAX = 1_024;

export interface SocketsOptions {
  readonly apis: readonly SocketVersion[];
  readonly hosts: HostNames;
  readonly addresses: ClientAddresses;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly barrier: ClientBarrier;
  readonly faults: Faults;
  readonly log: Log;
  readonly ask: Ask;
  /** Called for refused handshakes. */
  refused(request: IncomingMessage, response: Response, why?: string): void;
  readonly onTraffic: TrafficObserver | undefined;
  /** How old this node's state is: a stale node keeps no sockets. */
  readonly staleness: Staleness;
}

/** An address of handshakes. */
interface Endpoint {
  readonly api: SocketVersion;
  readonly access: SocketAccess;
}

/** Figures of the WebSocket connections. */
export interface SocketFigures {
  readonly connections: number;
  /** How many bytes wait to be read: of all connections, and of the one with the most. */
  readonly backlogBytes: number;
  readonly backlogMaxBytes: number;
  /** The longest time for which a connection has not read everything, ms. */
  readonly lagMaxMs: number;
  /** How many connections were closed so far because they did not read. */
  readonly tooSlow: number;
  /** How many messages were sent so far, pushes and answers. */
  readonly messages: number;
}

interface Held {
  readonly api: SocketVersion;
  readonly connection: Connection;
  /** Watches the key of a private connection, once it is known. */
  watch: HolderWatch | undefined;
}

/**
 * The WebSocket connections of a gateway, over all versions: lets them in, knows them all, closes them when
 * their key, the market behind them or the venue ends.
 */
export class Sockets {
  readonly #options: SocketsOptions;
  /** How many connections each address holds, those whose handshake is not answered yet included. */
  readonly #held = new Map<string, number>();
  readonly #connections = new Set<Held>();
  readonly #flusher: Flusher;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_MAX_BYTES,
    maxFragments: FRAGMENTS_MAX,
    maxBufferedChunks: CHUNKS_MAX,
    perMessageDeflate: false,
    clientTracking: false,
    autoPong: false,
  });
  #services: Services | undefined;
  #open = new Map<SocketVersion, OpenSocketVersion>();
  #stop = (): void => {};
  #isClosing = false;
  #tooSlow = 0;
  #accepted = 0;
  /** When the key of any connection next expires or changes, market time. */
  #nextLook = Number.POSITIVE_INFINITY;
  /** When the connections of a version that ends are closed, market time. */
  #retiresAt = Number.POSITIVE_INFINITY;
  #keysTimer: Timer | undefined;

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.#flusher = new Flusher(() => options.clock.monotonicMs());
  }

  /** The figures of the connections now. */
  figures(): SocketFigures {
    let backlogBytes = 0;
    let backlogMaxBytes = 0;
    let lagMaxMs = 0;
    const nowMs = this.#options.clock.monotonicMs();
    for (const { connection } of this.#connections) {
      const { backlog } = connection.outbox;
      lagMaxMs = Math.max(lagMaxMs, connection.outbox.lagMs(nowMs));
      backlogBytes += backlog;
      if (backlog > backlogMaxBytes) backlogMaxBytes = backlog;
    }
    return {
      connections: this.#connections.size,
      backlogBytes,
      backlogMaxBytes,
      lagMaxMs,
      tooSlow: this.#tooSlow,
      messages: this.#flusher.frames,
    };
  }

  /** Serves this market from now on; connections to the last one are closed. */
  turnTo(services: Services): void {
    this.#leave(CLOSE_RESTART, "the market starts over: connect again");
    this.#services = services;
    // Before the versions follow the market: so nobody whose key has expired is pushed what has happened
    // since.
    const stopWatch = services.engine.subscribe(({ time }) => {
      if (time >= this.#nextLook) this.#lookAtHolders(time);
      if (time >= this.#retiresAt) this.#retire(time);
    });
    this.#retiresAt = services.sunset?.date ?? Number.POSITIVE_INFINITY;
    this.#lookEachSecond();
    for (const api of this.#options.apis) this.#open.set(api, api.open(services, this.#options.ask));
    const stopKeys = follow(services.engine, {
      keyDisabled: ({ key }) =>
        this.#closeHolders((holder) => holder.key === key, "the API key was disabled"),
      keyChanged: () => {
        this.#nextLook = 0;
      },
      accountChanged: ({ account, status }) => {
        if (status !== STATUS_RESTRICTED) return;
        this.#closeHolders((holder) => holder.account.account === account, "the account was restricted");
      },
    });
    this.#stop = () => {
      stopWatch();
      stopKeys();
      this.#keysTimer?.clear();
    };
  }

  /** Closes every connection, and accepts no more; resolves when they are gone. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const gone = [...this.#connections].map(({ connection }) => connection.closed);
    this.#leave(CLOSE_GOING_AWAY, "the venue stops");
    await Promise.all(gone);
  }

  /** Whether sockets are served at a path. */
  serves(path: string): boolean {
    return this.#endpoint(path) !== undefined;
  }

  #endpoint(path: string): Endpoint | undefined {
    for (const api of this.#options.apis) {
      const access = api.accessAt(path);
      if (access !== undefined) return { api, access };
    }
    return undefined;
  }

  /** The paths at which sockets are served. */
  get paths(): readonly string[] {
    return this.#options.apis.flatMap(({ paths }) => paths);
  }

  /**
   * Takes over a connection that asks to be upgraded at a path that {@link serves}; answers it if it is
   * refused. Never rejects.
   *
   * @param connectionRefused whether its address has opened too many
   * @param injected the faults that are injected into the handshake
   */
  async upgrade(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    connectionRefused: boolean,
    injected?: Injected,
  ): Promise<void> {
    if (stream.destroyed) return; // the client left while the handshake waited
    const address = this.#options.addresses.of(request);
    const path = pathOf(request);
    const release = this.#hold(address);
    stream.once("close", release);
    try {
      const services = this.#services!;
      const { api, access } = this.#endpoint(path)!;
      const { hosts, limits } = this.#options;
      checkHost(request, hosts);
      if (connectionRefused) limits.refuseConnection(address);
      if (injected?.refusal !== undefined) throw injected.refusal;
      if (api.rest.sunsets && services.sunset !== undefined) refuseRetired(services.sunset, services.now());
      if (api.takesAnyAgent !== true) checkAgent(request);
      checkHandshake(request);
      refuseStale(this.#options.staleness);
      limits.checkSockets(address, this.#held.get(address)! - 1);
      const isOpen = access === "public" || (api.logsIn?.(services) === true && isUnsigned(request));
      const judging = skewed(services, injected?.skewMs);
      const holder = isOpen ? undefined : await verifyHolder(judging, request, path);
      if (services !== this.#services || this.#isClosing) throw new WireError("unavailable");
      this.#accept(request, { stream, head }, api, { access, address, holder });
    } catch (cause) {
      this.refuse(request, stream, cause, injected);
    }
  }

  #accept(
    request: IncomingMessage,
    { stream, head }: { readonly stream: Duplex; readonly head: Buffer },
    api: SocketVersion,
    entrance: Pick<IncomingConnection, "access" | "address" | "holder">,
  ): void {
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      const { clock, barrier, faults, log, refused, onTraffic } = this.#options;
      const connection = ++this.#accepted;
      onTraffic?.({ type: "connected", connection, access: entrance.access });
      const parts = {
        socket,
        stream,
        clock,
        barrier,
        faults,
        log,
        flusher: this.#flusher,
        liveness: api.liveness(entrance.access),
        noteTraffic:
          onTraffic &&
          ((channel: string, kind?: FaultKindName) =>
            kind === undefined
              ? onTraffic({ type: "subscribed", connection, channel })
              : onTraffic({ type: "struck", connection, channel, kind })),
      };
      const open = this.#open.get(api)!;
      const { authenticator, now } = this.#services!;
      let holder = entrance.holder;
      let held: Held | undefined;
      /** A session may already have a key while it is made. */
      const admit = (admitted: ApiKey): void => {
        holder = admitted;
        if (held === undefined) return;
        held.watch = new HolderWatch(authenticator.keys, admitted, now());
        held.connection.holder = admitted;
        this.#nextLook = 0;
      };
      const made: Held = {
        api,
        watch: undefined,
        connection: new Connection(parts, (opened) =>
          open.session(opened, {
            ...entrance,
            target: request.url ?? "",
            agent: request.headers["user-agent"],
            admit,
            refused: (response) => refused(request, response),
          }),
        ),
      };
      held = made;
      this.#connections.add(made);
      if (holder !== undefined) admit(holder);
      void made.connection.closed.then(() => {
        this.#connections.delete(made);
        onTraffic?.({ type: "disconnected", connection });
        if (made.connection.closedWith === CLOSE_TOO_SLOW) this.#tooSlow++;
      });
    });
  }

  /**
   * Answers a connection whose upgrade is refused. @param injected the faults that are injected into the
   * answer
   */
  refuse(request: IncomingMessage, stream: Duplex, cause: unknown, injected?: Injected): void {
    const { log, refused, onTraffic } = this.#options;
    if (!(cause instanceof WireError)) log.error({ err: cause, path: pathOf(request) }, "a handshake failed");
    const error = cause instanceof WireError ? cause : new WireError("internal");
    const path = pathOf(request);
    const { locale } = request.headers;
    const language = languageOf(typeof locale === "string" ? locale : undefined);
    const now = this.#services?.now() ?? this.#options.clock.wallMs();
    const { api, access } = this.#endpoint(path)!;
    const refusal = asHandshake(errorResponse(api.rest, error, { now, path, language }));
    const response = injected?.answer(refusal) ?? refusal;
    refused(request, response, injected?.why);
    onTraffic?.({ type: "turnedAway", access, status: response.status });
    if (response.onWire === undefined) refuseHandshake(stream, response);
    else response.onWire(stream);
  }

  /** Counts a connection of an address; returns the function that ends counting it. */
  #hold(address: string): () => void {
    this.#held.set(address, (this.#held.get(address) ?? 0) + 1);
    return () => {
      const held = this.#held.get(address)! - 1;
      if (held === 0) this.#held.delete(address);
      else this.#held.set(address, held);
    };
  }

  /** Pings all peers; resolves when each that answers pings has read what it was sent so far, or is gone. */
  async pingAll(): Promise<void> {
    await Promise.all([...this.#connections].map(({ connection }) => connection.pingAndWait()));
  }

  /** Closes the connections of the holders for whom `isMeant` is true, as for maintenance. */
  closeForMaintenance(isMeant: (holder: ApiKey | undefined) => boolean): void {
    for (const { connection } of this.#connections)
      if (isMeant(connection.holder)) connection.closeForMaintenance();
  }

  #closeHolders(isMeant: (holder: ApiKey) => boolean, reason: string): void {
    for (const { watch, connection } of this.#connections) {
      if (watch !== undefined && isMeant(watch.holder)) connection.close(CLOSE_POLICY, reason);
    }
  }

  /** Closes the connections of a version that is retired by now. */
  #retire(now: TimeMs): void {
    this.#retiresAt = Number.POSITIVE_INFINITY;
    const { sunset } = this.#services!;
    if (sunset === undefined || !isRetired(sunset, now)) return;
    for (const { api, connection } of this.#connections)
      if (api.rest.sunsets && connection.isOpen) connection.close(CLOSE_GOING_AWAY, retiredText(sunset));
  }

  /** Market time moves with frames. Where none comes, keys still expire and versions still end. */
  #lookEachSecond(): void {
    this.#lookAtHolders(this.#services!.now());
    this.#retire(this.#services!.now());
    if (this.#options.staleness.isStale) this.#closeAll(CLOSE_RESTART, STALE_REASON);
    this.#keysTimer = this.#options.clock.setTimer(KEYS_EVERY_MS, () => this.#lookEachSecond());
  }

  #lookAtHolders(now: TimeMs): void {
    this.#nextLook = Number.POSITIVE_INFINITY;
    for (const { watch, connection } of this.#connections) {
      if (watch === undefined || !connection.isOpen) continue;
      const reason = watch.endsBecause(now);
      if (reason !== undefined) connection.close(CLOSE_POLICY, reason);
      else this.#nextLook = Math.min(this.#nextLook, watch.nextLook(now));
    }
  }

  #closeAll(code: number, reason: string): void {
    for (const { connection } of this.#connections) connection.close(code, reason);
  }

  #leave(code: number, reason: string): void {
    this.#closeAll(code, reason);
    this.#stop();
    this.#stop = () => {};
    for (const open of this.#open.values()) open.close();
    this.#open = new Map();
  }
}

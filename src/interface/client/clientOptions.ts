import type { Check } from "../wire/argument.ts";
import {
  callable,
  either,
  fieldsOf,
  filledText,
  flag,
  having,
  listOf,
  oneOf,
  optional,
  requireArguments,
  secret,
  textOf,
  whole,
} from "../wire/argument.ts";
import { Addresses } from "./addresses.ts";
import type { Limits, LimitsName } from "./limits.ts";
import { limitsByName } from "./limits.ts";
import type { OpenSocket } from "./openSocket.ts";
import { openSystemSocket } from "./openSocket.ts";
import { Reconnection } from "./reconnection.ts";
import type { RestOptions, SigningCredentials } from "./rest.ts";
import { Rest } from "./rest.ts";
import { ServerClock } from "./serverClock.ts";
import type { SocketParts } from "./socketParts.ts";
import type { Timing } from "./timing.ts";
import { systemTiming } from "./timing.ts";

export interface ClientOptions {
  /**
   * "http://127.0.0.1:8787", or a list with an address of each node of a cluster: when one fails, the next is
   * used.
   */
  readonly baseUrl: string | readonly string[];
  /** The strings of a key; absent: market data only. */
  readonly credentials?: SigningCredentials;
  /**
   * Whether to trade on the key's paper account: simulated money in the real book. Default false. Only this
   * venue has it.
   */
  readonly paper?: boolean;
  /**
   * The venue's budgets, which the client keeps by waiting. Default `seed`; a test venue without limits needs
   * `off`.
   */
  readonly limits?: LimitsName | Limits;
  /**
   * How long an attempt may take, and the acknowledgement of a channel on an open connection, ms. Default 10
   * 000.
   */
  readonly timeoutMs?: number;
  /**
   * Further attempts at a request that may be sent again; 0 for none. The first connection of a socket is
   * tried as long, 0.8 s for each. Default 10, which is enough to wait for a restart of the venue.
   */
  readonly retries?: number;
  /**
   * How long a request may wait for a budget, or for the `Retry-After` of a venue, before it is refused, ms.
   * Default 60 000.
   */
  readonly waitMaxMs?: number;
  /** Language of error texts, "zh-CN". Default: the venue's. */
  readonly locale?: string;
  /**
   * Address of the sockets, "ws://127.0.0.1:8787", or one for each of `baseUrl`. Default: `baseUrl` with `ws`
   * for `http`.
   */
  readonly wsUrl?: string | readonly string[];
  /** Makes a socket. Default: the runtime's own WebSocket. */
  readonly openSocket?: OpenSocket;
  /** Makes a request. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  readonly timing?: Timing;
}

const TIMEOUT_MS = 10_000;
/** With these attempts the pauses are 6.5 to 13 s in total: a restart of the venue is shorter. */
const RETRIES = 10;

/** What differs by the version of the interface. */
export interface Version extends Pick<RestOptions, "expiredCode" | "signedUnder"> {
  readonly limitsByName: Readonly<Record<LimitsName, Limits>>;
  /** Asks the venue for its time, Unix ms. */
  askTime(signal?: AbortSignal): Promise<number>;
}

/** The parts of every client. */
export interface ClientParts {
  readonly clock: ServerClock;
  readonly rest: Rest;
  readonly sockets: SocketParts;
}

const address = textOf("an address such as http://127.0.0.1:8787", /^\w+:\/\/./);
const addresses = either(address, listOf(address), Array.isArray);
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const key = secret(either(filledText, having(), isObject));
const count = whole(0, Number.MAX_SAFE_INTEGER);

/** What each client's constructor takes; an option that is added without a check does not compile. */
const OPTIONS: { readonly [K in keyof Required<ClientOptions>]: Check } = {
  baseUrl: addresses,
  credentials: optional(
    fieldsOf({ apiKey: secret(filledText), secret: key, passphrase: secret(filledText) }, true),
  ),
  paper: optional(flag),
  limits: optional(either(oneOf(Object.keys(limitsByName)), having(), isObject)),
  timeoutMs: optional(count),
  retries: optional(count),
  waitMaxMs: optional(count),
  locale: optional(filledText),
  wsUrl: optional(addresses),
  openSocket: optional(callable),
  fetch: optional(callable),
  timing: optional(having()),
};

/**
 * Makes a client's parts from its options. @throws RangeError naming the option that is wrong, its value and
 * the rule
 */
export function clientParts(options: ClientOptions, version: Version): ClientParts {
  requireArguments("client", { options: fieldsOf(OPTIONS) }, [options]);
  const { baseUrl, limits = "seed", timing = systemTiming } = options;
  const { timeoutMs = TIMEOUT_MS, retries = RETRIES } = options;
  const addresses = new Addresses(baseUrl, options.wsUrl);
  const clock = new ServerClock(timing, (signal) => version.askTime(signal));
  const rest = new Rest(
    {
      addresses,
      credentials: options.credentials,
      limits: typeof limits === "string" ? version.limitsByName[limits] : limits,
      timeoutMs,
      retries,
      waitMaxMs: options.waitMaxMs ?? 60_000,
      locale: options.locale,
      fetch: options.fetch,
      timing,
      expiredCode: version.expiredCode,
      signedUnder: version.signedUnder,
    },
    clock,
  );
  const sockets = {
    addresses,
    openSocket: options.openSocket ?? openSystemSocket,
    timeoutMs,
    timing,
    reconnection: new Reconnection(timing, retries),
    rest,
  };
  return { clock, rest, sockets };
}

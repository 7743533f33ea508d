import type { FaultKind, FaultKindName } from "../../../interface/wire/control/faultKinds.ts";
import { faultKinds } from "../../../interface/wire/control/faultKinds.ts";
import type { FaultView } from "../../../interface/wire/control/faults.ts";
import type { faultParameters } from "../../../interface/wire/control/operations/faults.ts";
import type { Input } from "../../../interface/wire/index.ts";
import { rateText } from "../../../interface/wire/index.ts";
import type { TimeMs } from "../../../kernel/core/index.ts";
import { RATE_ONE } from "../../../kernel/core/index.ts";
import { SeededRng } from "../../../kernel/host/seededRng.ts";

/** The parameters of a fault, read and checked (`checkFault.ts`). */
export type FaultSpec = Input<typeof faultParameters>;

/** How many numbers of the last requests and pushes that a fault struck are kept. */
const LAST_MAX = 100;
/** The most answers and snapshots that `stale` keeps; further ones are shown as they are. */
const SHOWN_FIRST_MAX = 1_000;

/** The names by which a request or handshake can be matched. */
export interface RequestNames {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** The name of the operation in the typed client, if it has one. */
  readonly call?: string | undefined;
}

/** The account whose key sent a request or follows a channel; none for public ones. */
export interface Holder {
  readonly key: string;
  readonly account: { readonly account: number };
}

/**
 * A fault that is injected: what, where, when. It counts the requests or pushes that it is about, in their
 * order, and draws a random number for each: so the same requests and the same seed lead to the same faults.
 */
export class Fault {
  readonly number: number;
  readonly spec: FaultSpec;
  readonly kind: FaultKindName;
  /** What `stale` shows again, by the name of the request or channel. */
  readonly #shownFirst = new Map<string, unknown>();
  readonly #accounts: ReadonlySet<number>;
  readonly #keys: ReadonlySet<string>;
  readonly #routes: Patterns;
  readonly #channels: Patterns;
  readonly #rng: SeededRng;
  #met = 0;
  #injected = 0;
  readonly #last: number[] = [];

  /** @param accounts the accounts that the specification names */
  constructor(number: number, spec: FaultSpec, accounts: readonly number[]) {
    this.number = number;
    this.spec = spec;
    this.kind = spec.kind;
    this.#accounts = new Set(accounts);
    this.#keys = new Set(spec.keys);
    this.#routes = fitting(spec.routes);
    this.#channels = fitting(spec.channels);
    this.#rng = new SeededRng(spec.seed ?? 1);
  }

  /** This fault as it was before any request or push. */
  anew(): Fault {
    return new Fault(this.number, this.spec, [...this.#accounts]);
  }

  /**
   * Whether the fault is about requests, or about pushes; if its specification names only one of the two,
   * then about that one only.
   */
  isAbout(what: FaultKind["to"][number]): boolean {
    const { to }: FaultKind = faultKinds[this.kind];
    const { routes, channels } = this.spec;
    const isLeftOut =
      what === "requests"
        ? routes.length === 0 && channels.length > 0
        : channels.length === 0 && routes.length > 0;
    return to.includes(what) && !isLeftOut;
  }

  concernsRequest({ method, path, call = "" }: RequestNames, holder: Holder | undefined): boolean {
    const isNamed = this.#routes(path) || this.#routes(`${method} ${path}`) || this.#routes(call);
    return isNamed && this.#concerns(holder);
  }

  concernsPush(channel: string, holder: Holder | undefined): boolean {
    return this.#channels(channel) && this.#concerns(holder);
  }

  /** Counts one more request or push that the fault is about; true if the fault strikes it. */
  strikes(now: TimeMs): boolean {
    const { from, nth, probability, every = 1 } = this.spec;
    if (now < from || this.isOver(now)) return false;
    const met = ++this.#met;
    const isHit =
      nth !== undefined
        ? met === nth
        : probability !== undefined
          ? this.#rng.below(RATE_ONE) < probability
          : met % every === 0;
    if (!isHit) return false;
    this.#injected++;
    this.#last.push(met);
    if (this.#last.length > LAST_MAX) this.#last.shift();
    return true;
  }

  /** Whether the fault can strike nothing any more. */
  isOver(now: TimeMs): boolean {
    const { until, nth, count } = this.spec;
    if (until !== 0 && now >= until) return true;
    return nth !== undefined ? this.#met >= nth : count !== undefined && this.#injected >= count;
  }

  /** What was shown first under this name: `shown`, if nothing was before. */
  shownFirst<T>(name: string, shown: T): T {
    if (!this.#shownFirst.has(name) && this.#shownFirst.size < SHOWN_FIRST_MAX)
      this.#shownFirst.set(name, shown);
    return (this.#shownFirst.get(name) as T | undefined) ?? shown;
  }

  /** The fault in words, for people. @param isPublic leaves out whose requests it is about */
  what(isPublic: boolean): string {
    const { spec } = this;
    const { does }: FaultKind = faultKinds[this.kind];
    const numbers = [
      ...(spec.ms === undefined ? [] : [`${spec.ms} ms`]),
      ...(spec.status === undefined ? [] : [`${spec.status}`]),
    ];
    const whose = isPublic ? [] : [...spec.accounts, ...spec.keys];
    const words = [
      `${does}${numbers.length === 0 ? "" : ` (${numbers.join(", ")})`}:`,
      whenText(spec),
      ...(this.isAbout("requests") ? [whereText("requests", "to", spec.routes)] : []),
      ...(this.isAbout("requests") && this.isAbout("pushes") ? ["and"] : []),
      ...(this.isAbout("pushes") ? [whereText("pushes", "of", spec.channels)] : []),
      ...(whose.length === 0 ? [] : [`for ${whose.join(", ")}`]),
    ].join(" ");
    const bounds = [
      ...(spec.count === undefined ? [] : [`at most ${spec.count} times`]),
      ...(spec.from === 0 ? [] : [`from ${new Date(spec.from).toISOString()}`]),
      ...(spec.until === 0 ? [] : [`until ${new Date(spec.until).toISOString()}`]),
    ];
    return [words, ...bounds].join(", ");
  }

  view(now: TimeMs): FaultView {
    return {
      fault: this.number,
      kind: this.kind,
      what: this.what(false),
      said: specOf(this.spec),
      met: this.#met,
      injected: this.#injected,
      last: [...this.#last],
      over: this.isOver(now),
    };
  }

  #concerns(holder: Holder | undefined): boolean {
    if (this.#accounts.size === 0 && this.#keys.size === 0) return true;
    return holder !== undefined && (this.#keys.has(holder.key) || this.#accounts.has(holder.account.account));
  }
}

function whenText({ every = 1, nth, probability }: FaultSpec): string {
  if (nth !== undefined) return `number ${nth} of the`;
  if (probability !== undefined) return `a share of ${rateText(probability)} of the`;
  return every === 1 ? "all" : `one in ${every} of the`;
}

function whereText(what: string, link: string, names: readonly string[]): string {
  return names.length === 0 ? what : `${what} ${link} ${names.join(", ")}`;
}

/** The specification as JSON, without parameters that were left out. */
function specOf({ probability, ...spec }: FaultSpec): Record<string, unknown> {
  const given = { ...spec, ...(probability !== undefined && { probability: rateText(probability) }) };
  const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => isGiven(value) && !(value === 0 && (name === "from" || name === "until")),
    ),
  );
}

/** Whether a name fits one of several patterns. */
type Patterns = (name: string) => boolean;

/**
 * Patterns in which `*` stands for any text, also for none. Case does not matter. An empty list fits every
 * name.
 */
export function fitting(patterns: readonly string[]): Patterns {
  if (patterns.length === 0) return () => true;
  const each = patterns.map((pattern) => pattern.toLowerCase().split("*"));
  return (name) => {
    const lower = name.toLowerCase();
    return each.some((parts) => fits(parts, lower));
  };
}

/**
 * One pass, whatever the pattern: each part is matched at the first place where it stands, which leaves most
 * to the parts after it.
 */
function fits(parts: readonly string[], name: string): boolean {
  const first = parts[0]!;
  const last = parts.at(-1)!;
  if (parts.length === 1) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

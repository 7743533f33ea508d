import type { FaultKind, FaultKindName } from "../../../interface/wire/control/faultKinds.ts";
import { faultKinds } from "../../../interface/wire/control/faultKinds.ts";
import type { FaultView } from "../../../interface/wire/control/faults.ts";
import type { faultParameters } from "../../../interface/wire/control/operations/faults.ts";
import type { Input } from "../../../interface/wire/index.ts";
import { rateText } from "../../../interface/wire/index.ts";
import type { TimeMs } from "../../../kernel/core/index.ts";
import { RATE_ONE } from "../../../kernel/core/index.ts";
import { SeededRng } from "../../../kernel/host/seededRng.ts";
import { fitting, type Patterns } from "./patterns.ts";

/** What a fault is told, read and checked (`checkFault.ts`). */
export type FaultSpec = Input<typeof faultParameters>;

/** Numbers of what went wrong last that are kept. */
const LAST_MAX = 100;
/** Answers and snapshots that `stale` keeps; what comes beyond them is shown as it is. */
const SHOWN_FIRST_MAX = 1_000;

/** A request or handshake by its names. */
export interface RequestNames {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** The typed client's name of the operation, if it has one. */
  readonly call?: string | undefined;
}

/** Whose key asks or follows; nobody's for what is public. */
export interface Holder {
  readonly key: string;
  readonly account: { readonly account: number };
}

/**
 * Something that is made to go wrong: what, where, when. It counts what it is about, in the order in which
 * that comes, and draws once for each: the same requests and the same seed give the same faults.
 */
export class Fault {
  readonly number: number;
  readonly spec: FaultSpec;
  readonly kind: FaultKindName;
  /** What `stale` shows again, by what was asked for. */
  readonly #shownFirst = new Map<string, unknown>();
  readonly #accounts: ReadonlySet<number>;
  readonly #keys: ReadonlySet<string>;
  readonly #routes: Patterns;
  readonly #channels: Patterns;
  readonly #rng: SeededRng;
  #met = 0;
  #injected = 0;
  readonly #last: number[] = [];

  /** @param accounts those that the specification names */
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

  /** This fault as it was before it met anything. */
  anew(): Fault {
    return new Fault(this.number, this.spec, [...this.#accounts]);
  }

  /** Whether it is about requests, or about pushes: about the one alone if only the other is named. */
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

  /** Counts one more of what it concerns; true if it is made to go wrong. */
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

  /** Whether nothing goes wrong by it any more. */
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

  /** In words, for people. @param isPublic leaves out whose requests it is about */
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

/** The specification as JSON says it, without what was left out. */
function specOf({ probability, ...spec }: FaultSpec): Record<string, unknown> {
  const given = { ...spec, ...(probability !== undefined && { probability: rateText(probability) }) };
  const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => isGiven(value) && !(value === 0 && (name === "from" || name === "until")),
    ),
  );
}

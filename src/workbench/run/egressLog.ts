import type { Attempt } from "./guard/messages.ts";
import { SILENT } from "./standIn.ts";

/** Hosts counted by name; later ones are counted together as "others". */
const HOSTS_MAX = 1_000;
const OTHERS = "others";

/** Stands for an unknown host: an address or port that something tried, and nothing more is known of it. */
const NOBODY = "a port with nobody behind it";

/** A host that is not the venue's, and how often the program tried it. */
export interface Tried {
  readonly host: string;
  /**
   * How the program tried it: by name, by a bare address, on a port without a listener, or through the proxy
   * of an unguarded run.
   */
  readonly attempt: Attempt;
  readonly times: number;
}

/** Connections to a stand-in over which nothing was asked. */
export interface Distrusted {
  /** "" where the client named no host. */
  readonly host: string;
  /** What the client said at last; `SILENT` where it said nothing. */
  readonly reason: string;
  readonly times: number;
  /**
   * Connections to the same host over which something was asked. Beside them a silent one was kept in
   * reserve, and is no sign of distrust.
   */
  readonly trusting: number;
}

/** Where a program went over TLS, and where it tried to go besides the venue. */
export class EgressLog {
  readonly #tried = new Map<string, Tried>();
  readonly #distrusted = new Map<string, Omit<Distrusted, "trusting">>();
  readonly #trusted = new Map<string, number>();

  tried(host: string, attempt: Attempt, times = 1): void {
    const name = nameIn(this.#tried, host);
    const before = this.#tried.get(name)?.times ?? 0;
    this.#tried.set(name, { host: name, attempt, times: before + times });
  }

  /** Counts connections that the system refused. */
  refused(times: number): void {
    this.tried(NOBODY, "port", times);
  }

  distrusted(host: string, reason: string): void {
    const name = nameIn(this.#distrusted, host);
    const before = this.#distrusted.get(name);
    // What a client says weighs more than that it says nothing.
    const lastReason = reason === SILENT ? (before?.reason ?? reason) : reason;
    this.#distrusted.set(name, { host: name, reason: lastReason, times: (before?.times ?? 0) + 1 });
  }

  /** Counts a connection over which something was asked. */
  trusted(host: string): void {
    const name = nameIn(this.#trusted, host);
    this.#trusted.set(name, (this.#trusted.get(name) ?? 0) + 1);
  }

  /** Other hosts that the program tried, most often tried first. */
  hosts(): readonly Tried[] {
    return [...this.#tried.values()].sort(byTimes);
  }

  refusals(): readonly Distrusted[] {
    return [...this.#distrusted.values()]
      .map((each) => ({ ...each, trusting: this.#trusted.get(each.host) ?? 0 }))
      .sort(byTimes);
  }
}

/** The name under which a host is counted. */
function nameIn(counted: ReadonlyMap<string, unknown>, host: string): string {
  return counted.has(host) || counted.size < HOSTS_MAX ? host : OTHERS;
}

/** Whether a client was seen that does not trust the certificate, or may not. */
export function isDistrust({ reason, trusting }: Distrusted): boolean {
  return reason !== SILENT || trusting === 0;
}

function byTimes(a: Tried | Distrusted, b: Tried | Distrusted): number {
  return b.times - a.times || (a.host < b.host ? -1 : 1);
}

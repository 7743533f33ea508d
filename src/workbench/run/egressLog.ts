import type { Attempt } from "./guard/messages.ts";
import { SILENT } from "./standIn.ts";

/** How many hosts are counted by name; further ones are counted together as "others". */
const HOSTS_MAX = 1_000;
const OTHERS = "others";

/** Stands for an unknown host: an address or port that something tried, and nothing more is known of it. */
const NOBODY = "a port with nobody behind it";

/** A host that is not the venue's, and how often the program tried it. */
export interface EgressAttempt {
  readonly host: string;
  /**
   * How the program tried it: by name, by a bare address, on a port without a listener, or through the proxy
   * of an unguarded run.
   */
  readonly attempt: Attempt;
  readonly times: number;
}

/** Connections to a stand-in over which no request came. */
export interface CertificateRefusal {
  /** "" where the client named no host. */
  readonly host: string;
  /** The last reason that the client gave; `SILENT` where it gave none. */
  readonly reason: string;
  readonly times: number;
  /**
   * Connections to the same host over which requests came. Beside them, a silent connection was only kept in
   * reserve, and is no sign of distrust.
   */
  readonly trusting: number;
}

/**
 * Counts the hosts to which a program connected over TLS, and those besides the venue that it tried to
 * reach.
 */
export class EgressLog {
  readonly #tried = new Map<string, EgressAttempt>();
  readonly #distrusted = new Map<string, Omit<CertificateRefusal, "trusting">>();
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
    // A reason that the client gave outweighs its silence.
    const lastReason = reason === SILENT ? (before?.reason ?? reason) : reason;
    this.#distrusted.set(name, { host: name, reason: lastReason, times: (before?.times ?? 0) + 1 });
  }

  /** Counts a connection over which a request came. */
  trusted(host: string): void {
    const name = nameIn(this.#trusted, host);
    this.#trusted.set(name, (this.#trusted.get(name) ?? 0) + 1);
  }

  /** Other hosts that the program tried, most often tried first. */
  hosts(): readonly EgressAttempt[] {
    return [...this.#tried.values()].sort(byTimes);
  }

  refusals(): readonly CertificateRefusal[] {
    return [...this.#distrusted.values()]
      .map((each) => ({ ...each, trusting: this.#trusted.get(each.host) ?? 0 }))
      .sort(byTimes);
  }
}

/** The name under which a host is counted. */
function nameIn(counted: ReadonlyMap<string, unknown>, host: string): string {
  return counted.has(host) || counted.size < HOSTS_MAX ? host : OTHERS;
}

/** Whether the client does not trust the certificate, or possibly does not. */
export function isCertificateRefusal({ reason, trusting }: CertificateRefusal): boolean {
  return reason !== SILENT || trusting === 0;
}

function byTimes(a: EgressAttempt | CertificateRefusal, b: EgressAttempt | CertificateRefusal): number {
  return b.times - a.times || (a.host < b.host ? -1 : 1);
}

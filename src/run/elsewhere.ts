import type { Attempt } from "./guard/messages.ts";

/** Hosts counted by name; later ones are counted together as "others". */
const HOSTS_MAX = 1_000;
const OTHERS = "others";

/** Stands for an unknown host: an address or port of which the system says only that something tried it. */
const NOBODY = "a port with nobody behind it";

/** A host that is not the venue's, and how often the program tried it. */
export interface Tried {
  readonly host: string;
  /** How: by name, by a bare address, on a port without a listener, or through the proxy of an unguarded run. */
  readonly attempt: Attempt;
  readonly times: number;
}

/** A stand-in whose certificate a client did not accept. */
export interface Distrusted {
  /** "" where the client named no host. */
  readonly host: string;
  readonly reason: string;
  readonly times: number;
}

/** Where a program tried to go besides the venue. */
export class Elsewhere {
  readonly #tried = new Map<string, Tried>();
  readonly #distrusted = new Map<string, Distrusted>();

  tried(host: string, attempt: Attempt, times = 1): void {
    const name = nameIn(this.#tried, host);
    const before = this.#tried.get(name)?.times ?? 0;
    this.#tried.set(name, { host: name, attempt, times: before + times });
  }

  /** Connections that the system refused. */
  refused(times: number): void {
    this.tried(NOBODY, "port", times);
  }

  distrusted(host: string, reason: string): void {
    const name = nameIn(this.#distrusted, host);
    const times = (this.#distrusted.get(name)?.times ?? 0) + 1;
    this.#distrusted.set(name, { host: name, reason, times });
  }

  /** Most often tried first. */
  hosts(): readonly Tried[] {
    return [...this.#tried.values()].sort(byTimes);
  }

  refusals(): readonly Distrusted[] {
    return [...this.#distrusted.values()].sort(byTimes);
  }
}

/** Under which name a host is counted. */
function nameIn(counted: ReadonlyMap<string, unknown>, host: string): string {
  return counted.has(host) || counted.size < HOSTS_MAX ? host : OTHERS;
}

function byTimes(a: Tried | Distrusted, b: Tried | Distrusted): number {
  return b.times - a.times || (a.host < b.host ? -1 : 1);
}

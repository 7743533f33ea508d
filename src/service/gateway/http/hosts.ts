import { isIP } from "node:net";

/** A name or an IPv4 address, or an IPv6 address in brackets; then a port, or none. */
const HOST = /^(?:\[([^[\]]*)\]|([^[\]:]*))(?::\d*)?$/;
/** How many checked host names are remembered; beyond that the memory is cleared. */
const SEEN_MAX = 1_000;

/**
 * Which values of the `Host` header are served. A web page whose own name is made to point at this machine
 * (DNS rebinding) sends that name, so only known names pass. An address cannot be rebound, so every address
 * passes.
 */
export class HostNames {
  readonly #names: ReadonlySet<string>;
  readonly #seen = new Map<string, boolean>();

  /** @param names besides localhost; without port */
  constructor(names: readonly string[]) {
    this.#names = new Set(["localhost", ...names.map((name) => name.toLowerCase())]);
  }

  allows(header: string | undefined): boolean {
    if (header === undefined) return true; // HTTP/1.0: not sent by a browser
    let allowed = this.#seen.get(header);
    if (allowed === undefined) {
      allowed = this.#allowsHost(header);
      if (this.#seen.size >= SEEN_MAX) this.#seen.clear();
      this.#seen.set(header, allowed);
    }
    return allowed;
  }

  #allowsHost(header: string): boolean {
    const [, address, name = ""] = HOST.exec(header) ?? [];
    return address === undefined ? this.#allowsName(name.toLowerCase()) : isIP(address) === 6;
  }

  #allowsName(name: string): boolean {
    return this.#names.has(name) || isIP(name) !== 0 || name.endsWith(".localhost");
  }
}

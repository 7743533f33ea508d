/** One address of a venue. */
export interface Address {
  /** "http://127.0.0.1:8787" */
  readonly http: string;
  /** "ws://127.0.0.1:8787" */
  readonly ws: string;
}

/**
 * The addresses of a venue: those of a cluster's nodes, or its only one. All of a client uses the same one
 * until that fails.
 */
export class Addresses {
  readonly #all: readonly Address[];
  #at = 0;

  /** @throws RangeError for a list that is empty, or one of another length for the sockets */
  constructor(base: string | readonly string[], sockets?: string | readonly string[]) {
    const bases = [base].flat().map(plain);
    const ofSockets = sockets === undefined ? [] : [sockets].flat().map(plain);
    if (bases.length === 0) throw new RangeError("baseUrl: no address was given");
    if (sockets !== undefined && ofSockets.length !== bases.length)
      throw new RangeError(
        `wsUrl must have as many addresses as baseUrl (${bases.length}), got ${ofSockets.length}`,
      );
    this.#all = bases.map((http, i) => ({ http, ws: ofSockets[i] ?? http.replace(/^http/, "ws") }));
  }

  get current(): Address {
    return this.#all[this.#at]!;
  }

  get isOnly(): boolean {
    return this.#all.length === 1;
  }

  /** Nothing good came of this address: the next one is used, unless another already is. */
  failed(address: Address): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.#all.length;
  }
}

function plain(url: string): string {
  return url.replace(/\/+$/, "");
}

import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { AddressList, normalAddress } from "../addresses.ts";

/**
 * The client's address of a request, which limits, address lists of keys and logs use.
 *
 * It is the other end of the connection, unless that is a proxy of the operator's own. Such a proxy's
 * `X-Forwarded-For` is believed from the right, where it appended its caller, up to the first address that is
 * no proxy; addresses further left may be made up.
 */
export class ClientAddresses {
  readonly #proxies: AddressList | undefined;

  /**
   * @param proxies addresses or CIDR blocks of the operator's proxies; without any, `X-Forwarded-For` is not
   * read
   * @throws RangeError naming the entry that is neither
   */
  constructor(proxies: readonly string[] = []) {
    const blank = proxies.find((entry) => /^[\s,]*$/.test(entry));
    if (blank !== undefined) throw new RangeError(`'${blank}' is neither an address nor a CIDR block`);
    if (proxies.length > 0) this.#proxies = new AddressList(proxies.join(","));
  }

  /**
   * The client's address, as {@link normalAddress} gives it; where a proxy forwards no address, the proxy's
   * own.
   */
  of(request: IncomingMessage): string {
    let address = normalAddress(request.socket.remoteAddress ?? "");
    if (this.#proxies?.allows(address) !== true) return address;
    const forwarded = request.headers["x-forwarded-for"];
    const hops = typeof forwarded === "string" ? forwarded.split(",") : [];
    while (this.#proxies.allows(address)) {
      const hop = normalAddress(hops.pop()?.trim() ?? "");
      if (isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  }

  /** Whether a connection from the address carries the requests of many clients. */
  isProxy(address: string): boolean {
    return this.#proxies?.allows(address) === true;
  }
}

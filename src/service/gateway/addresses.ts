import { BlockList, isIP } from "node:net";

/** An IPv4 address that arrived over an IPv6 socket, as IPv4. */
export function normalAddress(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}

/** The addresses a key may be used from. */
export class AddressList {
  /**
   * One list for each family: a common list would take "::/0" for every IPv4 address too. Without entries all
   * are allowed.
   */
  readonly #lists: { readonly ipv4: BlockList; readonly ipv6: BlockList } | undefined;

  /**
   * @param text addresses or CIDR blocks separated by commas; "" allows all
   * @throws RangeError naming the entry that is neither
   */
  constructor(text: string) {
    const entries = text
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "");
    if (entries.length === 0) return;
    this.#lists = { ipv4: new BlockList(), ipv6: new BlockList() };
    for (const entry of entries) addEntry(this.#lists, entry);
  }

  /** Like the constructor; `undefined` instead of a throw. */
  static read(text: string): AddressList | undefined {
    try {
      return new AddressList(text);
    } catch (cause) {
      if (cause instanceof RangeError) return undefined;
      throw cause;
    }
  }

  /** @param address as {@link normalAddress} gives it */
  allows(address: string): boolean {
    if (this.#lists === undefined) return true;
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    return this.#lists[family].check(address, family);
  }
}

function addEntry(lists: { readonly ipv4: BlockList; readonly ipv6: BlockList }, entry: string): void {
  const [address = "", prefix, ...rest] = entry.split("/");
  const normal = normalAddress(address);
  const version = isIP(normal);
  const bits = version === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : Number(prefix);
  const isPrefix = prefix === undefined || /^\d{1,3}$/.test(prefix);
  if (version === 0 || rest.length > 0 || !isPrefix || length > bits) {
    throw new RangeError(`'${entry}' is neither an address nor a CIDR block`);
  }
  const family = version === 6 ? "ipv6" : "ipv4";
  lists[family].addSubnet(normal, length, family);
}

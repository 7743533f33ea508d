const PREFIX = "cmt_";

/** A contract's symbol in V3: "BTCUSDT" for "cmt_btcusdt". */
export function symbolOf(listed: string): string {
  return (listed.startsWith(PREFIX) ? listed.slice(PREFIX.length) : listed).toUpperCase();
}

/** The symbol that a contract is listed under, from that of V3, in either case. */
export function listedSymbol(symbol: string): string {
  return PREFIX + symbol.toLowerCase();
}

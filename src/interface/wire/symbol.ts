const PREFIX = "cmt_";

/** A contract's symbol without V2's prefix: "BTCUSDT" for "cmt_btcusdt". */
export function symbolOf(listed: string): string {
  return (listed.startsWith(PREFIX) ? listed.slice(PREFIX.length) : listed).toUpperCase();
}

/** The symbol that a contract is listed under, from one without the prefix, in either case. */
export function listedSymbol(symbol: string): string {
  return PREFIX + symbol.toLowerCase();
}

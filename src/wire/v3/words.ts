/**
 * V3's words for what the core knows by number. Keys are the core's codes, which never change their meaning; spellings are
 * the wire's, verbatim.
 */
type Words = Readonly<Record<number, string>>;

export const marginTypes: Words = { 1: "CROSSED", 3: "ISOLATED" };
export const separatedTypes: Words = { 1: "COMBINED", 2: "SEPARATED" };
export const positionSides: Words = { 0: "LONG", 1: "SHORT" };
export const sides: Words = { 0: "BUY", 1: "SELL" };
export const assets: Words = { 2: "USDT", 200: "SUSDT" };
export const timesInForce: Words = { 0: "GTC", 1: "POST_ONLY", 2: "FOK", 3: "IOC" };

/** `status` of an order and `algoStatus` of a conditional one, by state. */
export const statuses: Words = {
  1: "PENDING",
  2: "NEW",
  3: "CANCELING",
  4: "UNTRIGGERED",
  5: "FILLED",
  6: "CANCELED",
};

/** `workingType`, by the price that a trigger watches; 0: there is none. */
export const workingTypes: Words = { 0: "UNKNOWN_PRICE_TYPE", 1: "CONTRACT_PRICE", 3: "MARK_PRICE" };

const AT_OR_ABOVE = 1;
const BUY = 0;

/** What an order is, apart from which side it takes. */
export interface OrderForm {
  readonly market: boolean;
  /** Code of its side. */
  readonly side: number;
  /** Which way the watched price must go; 0: the order waits for none. */
  readonly triggerDirection: number;
}

/**
 * `type` of an order: LIMIT or MARKET, or a conditional one: a STOP fires when the price goes the order's own way (up for
 * a buy, down for a sell), a TAKE_PROFIT when it comes towards it.
 */
export function orderType({ market, side, triggerDirection }: OrderForm): string {
  if (triggerDirection === 0) return market ? "MARKET" : "LIMIT";
  const isStop = (triggerDirection === AT_OR_ABOVE) === (side === BUY);
  return (isStop ? "STOP" : "TAKE_PROFIT") + (market ? "_MARKET" : "");
}

const PREFIX = "cmt_";

/** A contract's symbol in V3: "BTCUSDT" for "cmt_btcusdt". */
export function symbolOf(listed: string): string {
  return (listed.startsWith(PREFIX) ? listed.slice(PREFIX.length) : listed).toUpperCase();
}

/** The symbol that a contract is listed under, from that of V3, in either case. */
export function listedSymbol(symbol: string): string {
  return PREFIX + symbol.toLowerCase();
}

/**
 * Words of a dump for the codes of the core (core/data/codes.ts), by table and field. A code that is not here
 * stays a number.
 */
type Words = Readonly<Record<number, string>>;

const marginMode: Words = { 1: "shared", 3: "isolated" };
const separatedMode: Words = { 1: "combined", 2: "separated" };
const coin: Words = { 2: "USDT", 200: "SUSDT" };
const side: Words = { 0: "buy", 1: "sell" };

export const words: Readonly<Record<string, Words>> = {
  "contracts.status": { 0: "trading", 1: "cancel-only", 2: "halted", 3: "delisted" },
  "operators.role": { 0: "read", 1: "operate", 2: "admin" },
  "accounts.kind": { 0: "user", 1: "house", 2: "system", 3: "paper", 4: "paper pool" },
  "accounts.status": { 0: "normal", 1: "frozen", 2: "restricted" },
  "accounts.selfTradePrevention": {
    0: "expire maker",
    1: "expire taker",
    2: "expire both",
    3: "decrement",
    4: "none",
  },
  "accounts.positionMode": { 1: "one way" },
  "balances.coin": coin,
  "balances.marginMode": marginMode,
  "isolatedBalances.coin": coin,
  "isolatedBalances.marginMode": marginMode,
  "settings.marginMode": marginMode,
  "settings.separatedMode": separatedMode,
  "settings.countdownWhich": { 1: "normal", 2: "plan", 3: "all" },
  "positions.leg": { 0: "long", 1: "short" },
  "positions.marginMode": marginMode,
  "positions.separatedMode": separatedMode,
  "orders.kind": {
    0: "order",
    1: "plan",
    2: "take-profit",
    3: "stop-loss",
    4: "preset take-profit",
    5: "preset stop-loss",
    6: "close position",
    7: "offset",
    8: "deleveraging",
    9: "liquidation",
  },
  "orders.action": { 1: "open long", 2: "open short", 3: "close long", 4: "close short" },
  "orders.side": side,
  "orders.timeInForce": { 0: "gtc", 1: "post-only", 2: "fok", 3: "ioc" },
  "orders.state": { 1: "pending", 2: "open", 3: "canceling", 4: "untriggered" },
  "orders.restsWhere": { 0: "nowhere", 1: "book", 2: "paper", 3: "aside" },
  "orders.selfTradeMode": {
    1: "expire maker",
    2: "expire taker",
    3: "expire both",
    4: "decrement",
    5: "none",
  },
  "orders.priceMatch": {
    1: "opponent",
    2: "opponent 5",
    3: "opponent 10",
    4: "opponent 20",
    5: "queue",
    6: "queue 5",
    7: "queue 10",
    8: "queue 20",
  },
  "orders.marginMode": marginMode,
  "orders.separatedMode": separatedMode,
  "orders.triggerSource": { 0: "none", 1: "last", 3: "mark" },
  "orders.triggerDirection": { 0: "none", 1: "at or above", 2: "at or below" },
  "paperFlows.side": side,
};

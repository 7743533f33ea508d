/**
 * The core's codes that words of parameters are read as. They never change their meaning; a test holds them against the core's own.
 */
export const BUY = 0;
export const SELL = 1;
export const LONG = 0;
export const SHORT = 1;
export const OPEN_LONG = 1;
export const OPEN_SHORT = 2;
export const CLOSE_LONG = 3;
export const CLOSE_SHORT = 4;
export const GTC = 0;
export const POST_ONLY = 1;
export const FOK = 2;
export const IOC = 3;
export const SHARED = 1;
export const ISOLATED = 3;
export const COMBINED = 1;
export const SEPARATED = 2;
export const TRIGGER_ON_LAST = 1;
export const TRIGGER_ON_MARK = 3;
export const COIN_USDT = 2;
export const COIN_SUSDT = 200;
export const CANCEL_NORMAL_ORDERS = 1;
export const CANCEL_PLAN_ORDERS = 2;

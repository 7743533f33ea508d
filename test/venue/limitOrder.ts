/** A request of V2 for an order that buys 0.01 btc at 60000, or rests there. */
export const LIMIT = {
  symbol: "cmt_btcusdt",
  size: "0.01",
  type: "1",
  order_type: "0",
  match_price: "0",
  price: "60000",
} as const;

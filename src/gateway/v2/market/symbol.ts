import { text } from "../../../wire/index.ts";

/** The `symbol` parameter of the market operations. */
export const symbol = text("Symbol, such as cmt_btcusdt", 64);

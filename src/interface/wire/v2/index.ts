/** Shapes and words of the V2 interface. */
export type { MsgEvent } from "../accountRows.ts";
export { EquityHistory, Performance } from "../performance.ts";
export type { PrivateChannel } from "../sockets.ts";
export * from "./account.ts";
export * from "./accountHistory.ts";
export * from "./errors.ts";
export * from "./explanation.ts";
export * from "./fill.ts";
export * from "./liquidation.ts";
export * from "./order.ts";
export * from "./position.ts";
export * from "./retiredAccount.ts";
export * from "./sockets/accountPush.ts";
export * as words from "./words.ts";

/** Shapes and words of the V2 interface. */
export * from "./account.ts";
export * from "./bill.ts";
export * from "./equity.ts";
export * from "./errors.ts";
export * from "./estimate.ts";
export * from "./explanation.ts";
export * from "./fill.ts";
export * from "./liquidation.ts";
export * from "./order.ts";
export * from "./pastPosition.ts";
export * from "./position.ts";
export * from "./request.ts";
export * from "./retiredAccount.ts";
export * from "./sockets/accountPush.ts";
export * from "./socketTicket.ts";
export * as words from "./words.ts";

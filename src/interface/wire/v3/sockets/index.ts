/** Messages of the V3 sockets. */
export * from "./account.ts";
export * from "./control.ts";
export * from "./declared.ts";
export * from "./streams.ts";

/** Messages of the V2 sockets. */
export * from "./control.ts";
export * from "./declared.ts";
export * from "./market.ts";
export * from "./sdk.ts";

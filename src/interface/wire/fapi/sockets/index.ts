/** Messages of the dialect's sockets. */
export * from "./control.ts";
export * from "./declared.ts";
export * from "./requests.ts";
export * from "./streams.ts";

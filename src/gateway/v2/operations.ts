import type { Operation } from "../operation.ts";

/** Every operation of the V2 interface: the server, its documentation and its fuzz tests are made from this list. */
export const operations: readonly Operation[] = [];

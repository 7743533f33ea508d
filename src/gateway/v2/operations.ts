import type { Operation } from "../operation.ts";
import { marketOperations } from "./market/operations.ts";
import { privateOperations } from "./privateOperations.ts";

/** Every operation of the V2 interface: the server, its documentation and its fuzz tests are made from this list. */
export const operations: readonly Operation[] = [...marketOperations, ...privateOperations];

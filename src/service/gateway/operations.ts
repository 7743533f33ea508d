import { fapiOperations } from "./fapi/operations.ts";
import type { Operation } from "./operation.ts";
import { v2Operations } from "./v2/operations.ts";
import { v3Operations } from "./v3/operations.ts";

/**
 * Every operation of every version: the server, its documentation and the fuzz tests are made from this list.
 */
export const operations: readonly Operation[] = [...v2Operations, ...v3Operations, ...fapiOperations];

import type { Operation } from "../operation.ts";
import { marketOperations } from "./market/operations.ts";

/** Every operation of the V3 interface. */
export const v3Operations: readonly Operation[] = [...marketOperations];

import type { Operation } from "../operation.ts";
import { marketOperations } from "./market/operations.ts";
import { privateOperations } from "./privateOperations.ts";

/** Every operation of the V2 interface. */
export const v2Operations: readonly Operation[] = [...marketOperations, ...privateOperations];

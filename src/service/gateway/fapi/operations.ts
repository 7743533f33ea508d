import type { Operation } from "../operation.ts";
import { marketOperations } from "./market/operations.ts";
import { privateOperations } from "./privateOperations.ts";

/** Every operation of the fapi dialect, also under the further paths that it is declared with. */
export const fapiOperations: readonly Operation[] = [...marketOperations, ...privateOperations].flatMap(
  (operation) => [
    operation,
    ...(operation.alsoAt ?? []).map((path): Operation => ({ ...operation, path, hidden: true })),
  ],
);

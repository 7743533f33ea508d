import type { Operation } from "../operation.ts";
import { marketOperations } from "./market/operations.ts";

/** Every operation of the fapi dialect, also under the further paths that it is declared with. */
export const fapiOperations: readonly Operation[] = [...marketOperations].flatMap((operation) => [
  operation,
  ...(operation.alsoAt ?? []).map((path): Operation => ({ ...operation, path, hidden: true })),
]);

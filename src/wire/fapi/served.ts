import type { Declaration } from "../operation.ts";
import * as market from "./operations/market.ts";

/** Every operation of the dialect, as it is declared. */
export const declarations = Object.values({ ...market }) as unknown as readonly Declaration[];

/** What is served, as a refusal of another path lists it: "GET /fapi/v1/depth". */
export const served: readonly string[] = declarations.flatMap(({ method, path, alsoAt = [] }) =>
  [path, ...alsoAt].map((each) => `${method} ${each}`),
);

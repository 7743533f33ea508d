/** What the other folders may use of the wire. */
export * as billWords from "./billWords.ts";
export * as control from "./control/index.ts";
export * from "./decimal.ts";
export * from "./dialects.ts";
export * from "./errors.ts";
export * as fapi from "./fapi/index.ts";
export * from "./language.ts";
export * from "./operation.ts";
export * from "./parameter.ts";
export * from "./profile.ts";
export * as v2 from "./v2/index.ts";
export * as v3 from "./v3/index.ts";

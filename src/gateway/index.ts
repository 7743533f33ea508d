/** What the other folders may use of the gateway. */

export { AddressList } from "./auth/addresses.ts";
export type { SignatureFailure } from "./auth/diagnose.ts";
export { MASTER_KEY_BYTES, Vault } from "./auth/vault.ts";
export * from "./gateway.ts";
export * from "./limits/counters.ts";
export { Limits } from "./limits/limits.ts";
export * from "./limits/profile.ts";
export type { Log } from "./log.ts";
export type { Served } from "./serve.ts";
export { operations } from "./v2/operations.ts";

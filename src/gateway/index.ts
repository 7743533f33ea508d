/** What the other folders may use of the gateway. */

export { PASSPHRASE_RULE } from "../wire/control/parameters.ts";
export { AddressList } from "./auth/addresses.ts";
export { ClientAddresses } from "./auth/clientAddresses.ts";
export type { SignatureFailure } from "./auth/diagnose.ts";
export { isPassphrase, MASTER_KEY_BYTES, Vault } from "./auth/vault.ts";
export * from "./gateway.ts";
export type { Response } from "./http/respond.ts";
export { rehearsal, SEED_SUNSET, type Sunset } from "./http/sunset.ts";
export * from "./limits/counters.ts";
export { Limits } from "./limits/limits.ts";
export * from "./limits/profile.ts";
export * from "./limits/readProfile.ts";
export type { Log } from "./log.ts";
export { type MigrationReport, migrationReport } from "./migration/report.ts";
export { operations } from "./operations.ts";
export { Pages } from "./page/pages.ts";
export type { Reach, WholeRequest } from "./reach.ts";
export * from "./requestLog/entry.ts";
export * from "./requestLog/requestLog.ts";
export type { RiskRules } from "./risk/riskControl.ts";
export type { Served } from "./serve.ts";
export { encodeFrame, type Frame } from "./sockets/frame.ts";
export * from "./sockets/privateChannels.ts";
export type { SocketFigures } from "./sockets/sockets.ts";
export { v2Operations } from "./v2/operations.ts";
export { v3Operations } from "./v3/operations.ts";

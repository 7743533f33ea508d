/** The exports for trading programs; it runs in Node.js and in browsers. */
export type * as control from "../wire/control/index.ts";
export type { ClientOptions } from "./clientOptions.ts";
export type {
  ControlAnswer,
  ControlClientOptions,
  ControlInput,
  ControlName,
} from "./control/controlClient.ts";
export { ControlClient } from "./control/controlClient.ts";
export type { ControlFiles, ControlOperations } from "./control/generated/operations.ts";
export type { RiskOption } from "./control/riskOptions.ts";
export { RISK_OPTIONS, RISK_TITLES } from "./control/riskOptions.ts";
export type { RequestShown } from "./failure.ts";
export { NoAnswerError, ThrottledError, VenueError } from "./failure.ts";
export type { Feed } from "./feed.ts";
export { FEED_BUFFER_MAX, FeedOverflow } from "./feed.ts";
export type { Answer } from "./form.ts";
export type { Limits, LimitsName } from "./limits.ts";
export { limitsByName } from "./limits.ts";
export type { OpenSocket } from "./openSocket.ts";
export { openSystemSocket } from "./openSocket.ts";
export type { Call, CallOptions, Id, Operation } from "./operation.ts";
export type { Credentials } from "./rest.ts";
export type { ServerClock, Skew } from "./serverClock.ts";
export type { LineState } from "./socketSession.ts";
export { RefusedForGood } from "./socketSession.ts";
export type { Budget } from "./throttle.ts";
export type { Timing } from "./timing.ts";
export { afterSilence, systemTiming } from "./timing.ts";
export type { AccountMirror } from "./v2/accountMirror.ts";
export type {
  MirroredCollateral,
  MirroredFill,
  MirroredOrder,
  MirroredPosition,
} from "./v2/accountRows.ts";
export { V2Client } from "./v2/client.ts";
export type { Requests } from "./v2/generated/operations.ts";
export { operations } from "./v2/generated/operations.ts";
export type * from "./v2/messages.ts";
export type { Level, OrderBook } from "./v2/orderBook.ts";
export type { Watch } from "./v2/watch.ts";
export * from "./v2/words.ts";
export { V3Client } from "./v3/client.ts";
export type { Requests as V3Requests } from "./v3/generated/operations.ts";
export { operations as v3Operations } from "./v3/generated/operations.ts";
export type { AccountFrame, V3Watch } from "./v3/watch.ts";

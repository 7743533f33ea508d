/**
 * Feeds of index prices, shown sources, scenarios, and the contracts that the venue lists at its first
 * start.
 */

export { ArchiveFolderError } from "./archive/catalogue.ts";
export { type PastCandles, PastError, readPastCandles } from "./archive/pastCandles.ts";
export * from "./contracts.ts";
export * from "./feeds.ts";
export { ExchangeError, exchangeClient } from "./follow/exchangeClient.ts";
export { readFollow } from "./follow/follow.ts";
export { FOLLOW_BEAT_MS, Follower, mirrorAccountName } from "./follow/follower.ts";
export type { ShownAs, SourceLineView } from "./follow/marketSource.ts";
export { type ReplayOptions, readReplay } from "./follow/replay.ts";
export { type SourceSizes, sourceSizes } from "./follow/sizeReading.ts";
export { type SourceLine, SourceStates } from "./follow/sourceStates.ts";
export { GivenPast } from "./givenPast.ts";
export * from "./prehistory.ts";
export { parseScenario, readScenario } from "./readScenario.ts";
export { type RecordedKind, recordedKinds } from "./record/dayFiles.ts";
export { RECORD_BEAT_MS, Recorder, recorderOf } from "./record/recorder.ts";
export { RecordingError } from "./recording.ts";
export * from "./scenario.ts";

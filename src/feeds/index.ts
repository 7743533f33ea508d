/** What moves the market from outside, and what the venue lists at its first start. */
export * from "./contracts.ts";
export * from "./feeds.ts";
export * from "./prehistory.ts";
export { parseScenario, readScenario } from "./readScenario.ts";
export type { Recording, RecordingLayout } from "./recording.ts";
export { RecordingError, readRecording } from "./recording.ts";
export * from "./scenario.ts";
export type { FeedSpec, ScriptStep } from "./source.ts";

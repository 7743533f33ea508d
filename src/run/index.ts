/** The parts of running a user's program that the command line needs. */
export { checkAssignment, PLACEHOLDERS } from "./environment.ts";
export { openProgramTime, RUN_SPEED_MAX } from "./programTime.ts";
export { escaped, reportHtml } from "./report/html.ts";
export type { AccountReport, RunReport } from "./report/report.ts";
export { timeText } from "./report/timeText.ts";
export type { Guarding, RunOptions } from "./run.ts";
export { checkHost, guardingHere, runOn } from "./run.ts";
export { UNGUARDED_WARNING } from "./unguarded.ts";

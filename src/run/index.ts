/** What the command line needs to run a user's program against a venue. */
export { checkAssignment, PLACEHOLDERS } from "./environment.ts";
export { openProgramTime, RUN_SPEED_MAX } from "./programTime.ts";
export { reportHtml } from "./report/html.ts";
export type { AccountReport, RunReport } from "./report/report.ts";
export { timeText } from "./report/timeText.ts";
export type { Guarding, RunOptions } from "./run.ts";
export { checkHost, guardingHere, runOn } from "./run.ts";
export { UNGUARDED_WARNING } from "./unguarded.ts";

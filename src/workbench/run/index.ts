/** The parts of running a user's program that the command line needs. */

export { isCertificateRefusal } from "./egressLog.ts";
export { assumedMode, checkAssignment, PLACEHOLDERS, type PositionMode } from "./environment.ts";
export { openProgramTime, type ProgramTime, RUN_SPEED_MAX } from "./programTime.ts";
export { reportHtml } from "./report/html.ts";
export { escaped, page, table } from "./report/page.ts";
export type { AccountReport, RunReport } from "./report/report.ts";
export { timeText } from "./report/report.ts";
export type { Guarding, RunOptions } from "./run.ts";
export { checkHost, guardingHere, runOn, startProgram } from "./run.ts";
export { UNGUARDED_WARNING } from "./unguarded.ts";

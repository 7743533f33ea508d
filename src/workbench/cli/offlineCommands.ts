/**
 * Groups of commands that run a venue, or open its files. They need many modules, so they are loaded only
 * when one of them is asked for.
 */
export { addBackupCommands } from "./commands/backup.ts";
export { addBranchCommands } from "./commands/branch.ts";
export { addClusterCommands } from "./commands/cluster.ts";
export { addContestCommands } from "./commands/contest.ts";
export { addDiff } from "./commands/diff.ts";
export { addDoctor } from "./commands/doctor.ts";
export { addDumpCommands } from "./commands/dump.ts";
export { addExam } from "./commands/exam.ts";
export { addExport } from "./commands/export.ts";
export { addHistoryCommands } from "./commands/history.ts";
export { addJournalCommands } from "./commands/journal.ts";
export { addMarketReport } from "./commands/marketReport.ts";
export { addMigrateCommands } from "./commands/migrate.ts";
export { addRecord } from "./commands/record.ts";
export { addReplayCommands } from "./commands/replay.ts";
export { addRun } from "./commands/run.ts";
export { addServe } from "./commands/serve.ts";
export { addStateCommands } from "./commands/state.ts";

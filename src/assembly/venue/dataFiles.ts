/** The files of a data directory, and of what is to take its place. */

export const JOURNAL_DIRECTORY = "journal";
export const HISTORY_FILE = "history.db";
export const STATES_DIRECTORY = "states";
export const BASELINES_DIRECTORY = "baselines";
/** Directories for dumps of broken invariants, and for the request log. */
export const DUMPS_DIRECTORY = "dumps";
export const REQUESTS_DIRECTORY = "requests";
/** The operators that a market which starts over is to get, until it has them. */
export const OPERATORS_FILE = "operators.json";

/**
 * Version of the rules: what a command does to a state. It stands in journal and snapshot headers; a journal written
 * under other rules is never replayed under these. Raise it with every change that alters the events of a stored command.
 */
export const SEMANTICS_VERSION = 2;

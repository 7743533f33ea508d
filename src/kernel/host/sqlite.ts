import { nodeTooOld } from "./nodeVersion.ts";

/**
 * Node's own SQLite, or one sentence where it is missing: a static import of `node:sqlite` would fail before
 * any code of ours could say why. Types still come from `node:sqlite`.
 */
const refusal = nodeTooOld(process.versions.node);
if (refusal !== undefined) throw new Error(refusal);

export const { backup, DatabaseSync } = process.getBuiltinModule("node:sqlite");
export type DatabaseSync = import("node:sqlite").DatabaseSync;

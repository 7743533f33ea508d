import type { State } from "./state.ts";

/** placeholder replaced by the owner of this file */
export function audit(_s: State): void {}

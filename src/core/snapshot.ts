import { State } from "./state.ts";
export function writeSnapshot(_s: State): Uint8Array { return new Uint8Array(); }
export function readSnapshot(_b: Uint8Array): State { return new State(); }

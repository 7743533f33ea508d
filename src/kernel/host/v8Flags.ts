import { setFlagsFromString } from "node:v8";

/** How much of what one call calls the compiler puts into the function, in bytes of bytecode. */
const ONE_CALL = 800;
/** How much the compiler puts into a function for all its calls, in bytes of bytecode. */
const ALL_CALLS = 3_000;

/**
 * Lets V8 inline three times as much as by default (460 and 920). A command goes through some sixty small
 * functions of the core, too many for those; inlined, a core does 1.1 to 1.2 times as much
 * (docs/operations.md, Memory and the compiler). For the whole process, so it is for programs to decide: a
 * library that is imported leaves its host as it is.
 */
export function inlineMore(): void {
  setFlagsFromString(`--max-inlined-bytecode-size=${ONE_CALL}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${ALL_CALLS}`);
}

/** Per cent of the room for new old objects at whose use V8 begins to mark as soon as it has time. */
const SOON = 80;
/** Per cent of that room at which V8 begins to mark at once. */
const AT_ONCE = 90;

/**
 * Has V8 mark the heap when the old generation is nearly full. By itself it marks as soon as less room is
 * left there than a half of the young generation may take: where that is as large as serving wants it, every
 * few thousand requests, with 35 MB of 105 in use (docs/operations.md, Memory and the compiler). For the
 * whole process, so it is for programs to decide, as in {@link inlineMore}.
 */
export function markLater(): void {
  setFlagsFromString(`--incremental-marking-soft-trigger=${SOON}`);
  setFlagsFromString(`--incremental-marking-hard-trigger=${AT_ONCE}`);
}

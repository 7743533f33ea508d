import { setFlagsFromString } from "node:v8";

/** Per cent of the room for new old objects at whose use V8 begins to mark as soon as it has time. */
const SOON = 80;
/** Per cent of that room at which V8 begins to mark at once. */
const AT_ONCE = 90;

/**
 * Has V8 mark the heap when the old generation is nearly full. By itself it marks as soon as less room is
 * left there than a half of the young generation may take: where that is as large as serving wants it, every
 * few thousand requests, with 35 MB of 105 in use (docs/operations.md, Memory and the compiler). For the
 * whole process, so it is for programs to decide, as in `inlining.ts`.
 */
export function markLater(): void {
  setFlagsFromString(`--incremental-marking-soft-trigger=${SOON}`);
  setFlagsFromString(`--incremental-marking-hard-trigger=${AT_ONCE}`);
}

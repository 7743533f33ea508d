import type { CapturedState } from "../../kernel/engine/index.ts";
import { systemClock } from "../../kernel/host/clock.ts";
import type { SavedState, Store } from "./storage.ts";
import { isStateName, STATE_NAME_RULE } from "./storage.ts";
import type { VenueSession } from "./venueSession.ts";

/** A market with its history. */
type Kept = Pick<VenueSession, "engine" | "history">;

/** Saves a market under a name. @throws RangeError if the name breaks the rule */
export async function saveState(store: Store, session: Kept, name: string): Promise<SavedState> {
  if (!isStateName(name)) throw new RangeError(`a state's name is ${STATE_NAME_RULE}, got '${name}'`);
  return atRest(session, (state) => store.save(name, state, session.history, systemClock.wallMs()));
}

/**
 * Does work with the present state and the history up to the same command. Commands that arrive meanwhile are
 * queued, not refused: the engine cuts no frame until the work is done.
 */
export async function atRest<T>(
  { engine, history }: Kept,
  work: (state: CapturedState) => Promise<T>,
): Promise<T> {
  await engine.settle();
  let release!: () => void;
  const saved = new Promise<void>((resolve) => {
    release = resolve;
  });
  const goOn = engine.slow(() => saved);
  try {
    const state = engine.capture();
    await history.settle();
    return await work(state);
  } finally {
    goOn();
    release();
  }
}

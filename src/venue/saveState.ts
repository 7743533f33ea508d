import { systemClock } from "../host/systemClock.ts";
import type { Market } from "./market.ts";
import type { SavedState, Store } from "./storage.ts";
import { isStateName, STATE_NAME_RULE } from "./storage.ts";

/**
 * Saves a market under a name. Commands that arrive meanwhile are queued, not refused: the engine cuts no frame until
 * state and history, both at the same command, are stored.
 *
 * @throws RangeError if the name breaks the rule
 */
export async function saveState(
  store: Store,
  { engine, history }: Pick<Market, "engine" | "history">,
  name: string,
): Promise<SavedState> {
  if (!isStateName(name)) throw new RangeError(`a state's name is ${STATE_NAME_RULE}, got '${name}'`);
  await engine.settle();
  let release!: () => void;
  const saved = new Promise<void>((resolve) => {
    release = resolve;
  });
  const letGo = engine.slow(() => saved);
  try {
    const state = engine.capture();
    await history.settle();
    return await store.save(name, state, history, systemClock.wallMs());
  } finally {
    letGo();
    release();
  }
}

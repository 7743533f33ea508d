import { Store } from "./store.ts";

/** Whether the display stands still, as a reader may want it; data go on behind. */
export const isFrozen = new Store(false);

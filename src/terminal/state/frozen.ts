import { Store } from "./store.ts";

/** Whether the display is frozen on the reader's request; the data behind it go on. */
export const isFrozen = new Store(false);

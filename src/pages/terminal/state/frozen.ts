import { Store } from "./store.ts";

/** Whether the display is frozen on the reader's request; the data behind it go on, and nothing is sent. */
export const isFrozen = new Store(false);

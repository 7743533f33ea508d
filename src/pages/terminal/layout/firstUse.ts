/**
 * How long a page waits for its first use, ms. Then it loads the rest although nobody has touched it, since
 * it may be looked at when the venue cannot be reached.
 */
const UNTOUCHED_MS = 60_000;
/** Events that count as a use of the page. */
const USES = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"] as const;

/** Resolves when the page is used for the first time: then it loads what it did not show before. */
export const firstUse = new Promise<void>((resolve) => {
  const used = () => {
    for (const use of USES) removeEventListener(use, used, true);
    clearTimeout(timer);
    resolve();
  };
  for (const use of USES) addEventListener(use, used, { capture: true, passive: true });
  const timer = setTimeout(used, UNTOUCHED_MS);
});

/** After so long a page is complete even if nobody has touched it, ms: it may be looked at when the venue cannot be reached. */
const UNTOUCHED_MS = 60_000;
/** What a reader does first. */
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

import { type ComponentType, lazy, type ReactNode, Suspense, useRef } from "react";

/** The wait before code that could not be loaded is asked for again, ms: the venue may be restarting. */
const AGAIN_MS = 1_000;

/**
 * A component whose code is loaded when it is shown, and at the latest when the page is first used, whether
 * it is shown by then or not: so it delays neither what is seen first nor, later, the key that opens it.
 *
 * @param place is shown where it will be
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  place: ReactNode = null,
): ComponentType<P> {
  let loading: Promise<ComponentType<P>> | undefined;
  const begin = () => {
    loading ??= loaded(load);
    return loading;
  };
  void firstUse.then(begin);
  const Later = lazy(async () => ({ default: await begin() }));
  return (props: P) => (
    <Suspense fallback={place}>
      <Later {...props} />
    </Suspense>
  );
}

/**
 * A dialog whose code is loaded when it is opened, and at the latest when the page is first used; not shown
 * before it is opened.
 */
export function laterDialog<P extends { readonly isOpen: boolean }>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Later = later(load);
  return (props: P) => {
    const wasOpen = useRef(false);
    wasOpen.current ||= props.isOpen;
    return wasOpen.current && <Later {...props} />;
  };
}

async function loaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/**
 * How long a page waits for its first use, ms. Then it loads the rest although nobody has touched it, since
 * it may be looked at when the venue cannot be reached.
 */
const UNTOUCHED_MS = 60_000;
/** Events that count as a use of the page. */
const USES = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"] as const;

/** Resolves when the page is used for the first time: then it loads what it did not show before. */
const firstUse = new Promise<void>((resolve) => {
  const used = () => {
    for (const use of USES) removeEventListener(use, used, true);
    clearTimeout(timer);
    resolve();
  };
  for (const use of USES) addEventListener(use, used, { capture: true, passive: true });
  const timer = setTimeout(used, UNTOUCHED_MS);
});

import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { firstLook } from "./firstLook.ts";

/** The wait before code that could not be loaded is asked for again, ms: the venue may be restarting. */
const AGAIN_MS = 1_000;

/**
 * A component whose code is loaded after the first look at the page, whether it is shown by then or not: so it delays
 * neither that nor, later, the key that opens it.
 *
 * @param place is shown where it will be
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  place: ReactNode = null,
): ComponentType<P> {
  const loading = firstLook.then(() => loaded(load));
  const Later = lazy(async () => ({ default: await loading }));
  return (props: P) => (
    <Suspense fallback={place}>
      <Later {...props} />
    </Suspense>
  );
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

import { RefusedForGood } from "../../../interface/client/index.ts";

/** The pause before what failed is begun again, ms. */
const AGAIN_MS = 2_000;

/**
 * Follows something for as long as it is wanted: where that fails it is begun again, because the client tries
 * a first connection and a first subscription for seconds only. Never throws; ends with the signal, with a
 * `follow` that ends by itself, and where the venue refuses for good.
 */
export async function untilAborted(signal: AbortSignal, follow: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow();
      return;
    } catch (error) {
      if (error instanceof RefusedForGood) return;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** Resolves when the page is visible: at once, or when it comes to the front again. */
export function whileShown(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true });
  });
}

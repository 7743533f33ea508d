import { useEffect } from "react";
import { useDesk } from "../desk/useDesk.ts";

/** How long a venue that does not answer is waited for, ms. */
const PATIENCE_MS = 2_000;

const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when the page has been drawn with price, book and ticket, so that one can trade. */
export const firstLook: Promise<void> = promise;

/** Resolves {@link firstLook}. */
export function useFirstLook(): void {
  const { market } = useDesk();
  useEffect(() => {
    // Called in an animation frame, in which both are painted: what waits for it comes after that.
    const look = () => {
      if (market.ticker.shown !== undefined && market.book.book !== undefined) setTimeout(resolve);
    };
    const ends = [market.ticker.subscribe(look), market.book.onPaint(look)];
    const timer = setTimeout(resolve, PATIENCE_MS);
    return () => {
      for (const end of ends) end();
      clearTimeout(timer);
    };
  }, [market]);
}

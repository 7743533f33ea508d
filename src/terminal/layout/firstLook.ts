import { useEffect } from "react";
import { useDesk } from "../desk/useDesk.ts";

/** A venue that says nothing for so long is not waited for. */
const PATIENCE_MS = 2_000;

const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when the page has been seen as something that can be traded by: price, book and ticket. */
export const firstLook: Promise<void> = promise;

/** Tells when that was. */
export function useFirstLook(): void {
  const { market } = useDesk();
  useEffect(() => {
    // Called in a frame of the browser, in which both are painted: what waits for it comes after that.
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

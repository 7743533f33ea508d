import { useEffect, useState } from "react";

/** How long a page of teams stands before the next one comes, ms. */
const PAGE_MS = 12_000;

export interface Pages {
  readonly page: number;
  readonly count: number;
  readonly isHeld: boolean;
  hold(isHeld: boolean): void;
  /** Turns to another page, which then stays. */
  turn(by: 1 | -1): void;
}

/** Pages that turn by themselves, from the last to the first, unless they are held. */
export function usePages(count: number): Pages {
  const [at, setAt] = useState(0);
  const [isHeld, hold] = useState(false);
  const page = at % Math.max(count, 1);
  useEffect(() => {
    if (isHeld || count < 2) return undefined;
    const timer = setTimeout(() => setAt((page + 1) % count), PAGE_MS);
    return () => clearTimeout(timer);
  }, [page, count, isHeld]);
  return {
    page,
    count,
    isHeld,
    hold,
    turn(by) {
      hold(true);
      setAt((page + by + count) % count);
    },
  };
}

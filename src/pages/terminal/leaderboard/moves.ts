import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const GLIDE_MS = 900;

/**
 * Has rows glide from where they stood to where they stand now, so that eyes can follow who passes whom.
 * Nothing moves for readers who asked for less motion.
 *
 * @param rows the element whose children are the rows, each named by `data-team`
 */
export function useGlide(rows: RefObject<HTMLElement | null>, order: unknown): void {
  const places = useRef<ReadonlyMap<string, number>>(new Map());
  useLayoutEffect(() => {
    const before = places.current;
    const now = new Map<string, number>();
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const row of rows.current?.children ?? []) {
      const { offsetTop, dataset } = row as HTMLElement;
      const team = dataset["team"]!;
      now.set(team, offsetTop);
      const from = before.get(team);
      if (isStill || before.size === 0 || from === offsetTop) continue;
      row.animate(
        from === undefined
          ? [{ opacity: 0 }, { opacity: 1 }]
          : [{ transform: `translateY(${from - offsetTop}px)` }, { transform: "none" }],
        { duration: GLIDE_MS, easing: "ease-in-out" },
      );
    }
    places.current = now;
  }, [rows, order]);
}

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

import { type RefObject, useLayoutEffect, useRef } from "react";

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

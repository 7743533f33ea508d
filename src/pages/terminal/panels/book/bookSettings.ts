import { Saved } from "../../state/saved.ts";

/** Which sides of the book are shown. */
export type Sides = "both" | "asks" | "bids";

/** The reader's settings of the book, stored by this browser. */
export interface BookSettings {
  readonly sides: Sides;
  /** Ticks per row by symbol; default 1. */
  readonly groups: Readonly<Record<string, number>>;
}

export const bookSettings = new Saved<BookSettings>(
  "outcry.book.1",
  { sides: "both", groups: {} },
  (value): value is BookSettings => {
    if (typeof value !== "object" || value === null) return false;
    const { sides, groups } = value as Partial<Record<keyof BookSettings, unknown>>;
    return (
      ["both", "asks", "bids"].includes(String(sides)) &&
      typeof groups === "object" &&
      groups !== null &&
      Object.values(groups).every((group) => Number.isSafeInteger(group) && group > 0)
    );
  },
);

/** How many rows each side has of a number that both would have, so that the height stays the same. */
export function rowsOf(sides: Sides, each: number): { readonly asks: number; readonly bids: number } {
  return {
    asks: sides === "bids" ? 0 : each * (sides === "asks" ? 2 : 1),
    bids: sides === "asks" ? 0 : each * (sides === "bids" ? 2 : 1),
  };
}

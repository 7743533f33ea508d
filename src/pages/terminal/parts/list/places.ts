import { withThousands } from "../../format/decimal.ts";
import { type Column, holdsNumbers } from "./rowsShown.ts";

/*
 * This file: places, which are decimal places. All numbers of a column have the same: as many as its longest
 * number, across contracts, and no fewer than each row's `placesMin`. Numbers are lengthened by zeros, never
 * rounded or cut.
 */

/** A number, alone or before its unit. */
const NUMBER = /^(-?\d+)(?:\.(\d+))?(?=$| )/;

/** The most decimals that one of these texts has; words have none. */
export function placesOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => NUMBER.exec(text)?.[2]?.length ?? 0));
}

/** The decimal places that each column's numbers have in these rows. */
export function placesIn<R>(columns: readonly Column<R>[], rows: readonly R[]): readonly number[] {
  return columns.map((column) => {
    const { text, numbers } = column;
    const of = numbers ?? (holdsNumbers(column) ? (row: R) => [text(row)] : undefined);
    if (of === undefined) return 0;
    return rows.reduce(
      (most, row) => Math.max(most, column.placesMin?.(row) ?? 0),
      placesOf(rows.flatMap(of)),
    );
  });
}

/** Decimals of a column by its title, for rows that are drawn by hand. */
export type PlacesOf = (title: string) => number;

export function placesByTitle<R>(columns: readonly Column<R>[], rows: readonly R[]): PlacesOf {
  const places = placesIn(columns, rows);
  return (title) => places[columns.findIndex((each) => each.title === title)] ?? 0;
}

/** A number with at least `places` decimals; words as they are. */
export function padded(text: string, places: number): string {
  return text.replace(NUMBER, (_all, whole: string, fraction = "") => {
    const decimals = fraction.padEnd(places, "0");
    return decimals === "" ? whole : `${whole}.${decimals}`;
  });
}

/** A number with at least `places` decimals, with thousands separated; words as they are. */
export function aligned(text: string, places: number): string {
  return NUMBER.test(text) ? withThousands(padded(text, places)) : text;
}

/** Returns what shows each of `texts` with the decimals of the longest, for a column drawn by hand. */
export function alignerOf(texts: readonly string[]): (text: string) => string {
  const places = placesOf(texts);
  return (text) => aligned(text, places);
}

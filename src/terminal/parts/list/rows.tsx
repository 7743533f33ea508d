import type { ReactNode } from "react";
import { Down, Up } from "../icons.tsx";
import type { Column, Order } from "./rowsShown.ts";

export interface ShownColumn<R> extends Column<R> {
  /** Given if it looks different from {@link Column.text}. */
  readonly cell?: (row: R) => ReactNode;
  /** It holds sentences: where a row is a card it has a line of its own. */
  readonly isLong?: boolean;
}

/** The heads of a table's columns; each sorts by its column. */
export function Heads<R>({
  columns,
  order,
  onOrder,
}: {
  readonly columns: readonly ShownColumn<R>[];
  readonly order: Order | undefined;
  readonly onOrder: (order: Order | undefined) => void;
}) {
  return columns.map(({ title, isNumber, isUnseen }, at) => {
    if (isUnseen) return null;
    const sorted = order?.column === at ? (order.isDescending ? "descending" : "ascending") : "none";
    return (
      <th key={title} scope="col" aria-sort={sorted} className={isNumber ? "num" : ""}>
        <button type="button" className="sort" onClick={() => onOrder(nextOrder(order, at))}>
          {title} {sorted === "descending" && <Down />}
          {sorted === "ascending" && <Up />}
        </button>
      </th>
    );
  });
}

/** What a row has in each column. */
export function Cells<R>({ row, columns }: { readonly row: R; readonly columns: readonly ShownColumn<R>[] }) {
  const seen = columns.filter(({ isUnseen }) => !isUnseen);
  return seen.map(({ title, isNumber, isLong, text, cell }) => (
    <td key={title} className={isNumber ? "num" : isLong ? "wide" : ""} data-label={title}>
      {cell === undefined ? text(row) : cell(row)}
    </td>
  ));
}

/** Descending, ascending, then unsorted. */
function nextOrder(order: Order | undefined, column: number): Order | undefined {
  if (order?.column !== column) return { column, isDescending: true };
  return order.isDescending ? { column, isDescending: false } : undefined;
}

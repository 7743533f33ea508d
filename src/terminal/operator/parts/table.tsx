import "../../parts/list/list.css";
import { type ReactNode, useState } from "react";
import { Button, Input, SearchField } from "react-aria-components";
import { Down, Up } from "../../parts/icons.tsx";
import { csvOf, download } from "../../parts/list/csv.ts";
import type { ShownColumn } from "../../parts/list/list.tsx";
import { type Order, rowsShown } from "../../parts/list/rowsShown.ts";

/** A list that is there whole: filtered by words, sorted by any column, exported as it stands. */
export function Table<R>({
  name,
  rows,
  columns,
  idOf,
  empty,
  isBare = false,
  toneOf,
  aside,
}: {
  /** "Accounts"; also of the exported file. */
  readonly name: string;
  readonly rows: readonly R[];
  readonly columns: readonly ShownColumn<R>[];
  readonly idOf: (row: R) => string | number;
  readonly empty: string;
  /** Without filter and export: for a few rows. */
  readonly isBare?: boolean;
  /** Class of a row. */
  readonly toneOf?: (row: R) => string;
  readonly aside?: ReactNode;
}) {
  const [filter, setFilter] = useState("");
  const [order, setOrder] = useState<Order>();
  const shown = rowsShown(rows, columns, filter, order);
  const exportCsv = () => {
    const lines = shown.map((row) => columns.map((column) => column.text(row)));
    const head = columns.map(({ title }) => title);
    download(`${name.toLowerCase().replaceAll(" ", "-")}.csv`, csvOf(head, lines));
  };
  return (
    <div className="op-table">
      {!isBare && (
        <div className="list-bar">
          <SearchField aria-label={`Filter ${name.toLowerCase()}`} value={filter} onChange={setFilter}>
            <Input className="input" placeholder="Filter…" />
          </SearchField>
          {aside}
          <span className="faint op-count">{shown.length} rows</span>
          <Button className="button small" isDisabled={shown.length === 0} onPress={exportCsv}>
            CSV
          </Button>
        </div>
      )}
      {shown.length === 0 ? (
        <p className="empty">{filter === "" ? empty : "No row has these words."}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <section className="op-scroll" tabIndex={0} aria-label={`${name}, rows`}>
          <table className="rows">
            <caption className="unseen">{name}</caption>
            <thead>
              <tr>
                {columns.map((column, at) => (
                  <Head
                    key={column.title}
                    column={column}
                    sorted={order?.column === at ? (order.isDescending ? "descending" : "ascending") : "none"}
                    onSort={() => setOrder(nextOrder(order, at))}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={idOf(row)} className={toneOf?.(row) ?? ""}>
                  {columns.map((column) => (
                    <td key={column.title} className={column.isNumber ? "num" : ""}>
                      {column.cell === undefined ? column.text(row) : column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

/** Down, up, then as it came. */
function nextOrder(order: Order | undefined, column: number): Order | undefined {
  if (order?.column !== column) return { column, isDescending: true };
  return order.isDescending ? { column, isDescending: false } : undefined;
}

function Head<R>({
  column,
  sorted,
  onSort,
}: {
  readonly column: ShownColumn<R>;
  readonly sorted: "ascending" | "descending" | "none";
  readonly onSort: () => void;
}) {
  return (
    <th scope="col" aria-sort={sorted} className={column.isNumber ? "num" : ""}>
      <button type="button" className="sort" onClick={onSort}>
        {column.title} {sorted === "descending" && <Down />}
        {sorted === "ascending" && <Up />}
      </button>
    </th>
  );
}

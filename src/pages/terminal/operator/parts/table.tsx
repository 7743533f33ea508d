import { type ReactNode, useState } from "react";
import { ListBar } from "../../parts/list/listBar.tsx";
import { placesIn } from "../../parts/list/places.ts";
import { Cells, Heads, type ShownColumn } from "../../parts/list/rows.tsx";
import { type Order, rowsShown } from "../../parts/list/rowsShown.ts";
import { PickField } from "./fields.tsx";

/**
 * A complete list: filtered by words, sorted by any column, exported as it is shown; on a phone each row is a
 * card. Before the venue answers it says that it is loading.
 */
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
  /** Name of the list, "Accounts", and of the exported file. */
  readonly name: string;
  /** `undefined` before the venue has answered. */
  readonly rows: readonly R[] | undefined;
  readonly columns: readonly ShownColumn<R>[];
  readonly idOf: (row: R) => string | number;
  /** Shown when there is no row. */
  readonly empty: string;
  /** Whether it is shown without filter and export, for a few rows. */
  readonly isBare?: boolean;
  /** Class of a row. */
  readonly toneOf?: (row: R) => string;
  /** What stands beside the filter; may be made of the rows that are shown. */
  readonly aside?: ReactNode | ((shown: readonly R[]) => ReactNode);
}) {
  const [filter, setFilter] = useState("");
  const [order, setOrder] = useState<Order>();
  if (rows === undefined) return <p className="wait">Asking…</p>;
  const shown = rowsShown(rows, columns, filter, order);
  const places = placesIn(columns, shown);
  return (
    <div className="op-table">
      {!isBare && (
        <ListBar name={name} filter={filter} onFilter={setFilter} columns={columns} shown={shown}>
          {typeof aside === "function" ? aside(shown) : aside}
          <SortField columns={columns} order={order} onOrder={setOrder} />
        </ListBar>
      )}
      {shown.length === 0 ? (
        <p className="empty">{filter === "" ? empty : "No row has these words."}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <section className="op-scroll" tabIndex={0} aria-label={`${name}, rows`}>
          <table className="rows op-cards">
            <caption className="unseen">{name}</caption>
            <thead>
              <tr>
                <Heads columns={columns} order={order} onOrder={setOrder} />
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={idOf(row)} className={toneOf?.(row) ?? ""}>
                  <Cells row={row} columns={columns} places={places} />
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

const DIRECTIONS = [
  ["down", true],
  ["up", false],
] as const;

/** Sorts where cards have no heads to press. */
export function SortField<R>({
  columns,
  order,
  onOrder,
}: {
  readonly columns: readonly ShownColumn<R>[];
  readonly order: Order | undefined;
  readonly onOrder: (order: Order | undefined) => void;
}) {
  const sorts = columns.flatMap(({ title, isUnseen }, column) =>
    isUnseen
      ? []
      : DIRECTIONS.map(([word, isDescending]) => ({ title: `${title}, ${word}`, column, isDescending })),
  );
  const at = sorts.findIndex(
    (each) => each.column === order?.column && each.isDescending === order.isDescending,
  );
  return (
    <span className="op-sort">
      <PickField
        label="Sort"
        isLabelUnseen
        value={String(at)}
        options={[["-1", "As it comes"], ...sorts.map(({ title }, i) => [String(i), title] as const)]}
        onChange={(picked) => onOrder(sorts[Number(picked)])}
      />
    </span>
  );
}

import { Fragment, type ReactNode, useState } from "react";
import { ListBar } from "./listBar.tsx";
import { type PlacesOf, placesByTitle } from "./places.ts";
import { Heads } from "./rows.tsx";
import { type Column, type Order, rowsShown } from "./rowsShown.ts";

/** A list of live rows: complete, and changing. Filtered, sorted and exported like lists of history. */
export function LiveList<R>({
  name,
  rows,
  columns,
  idOf,
  row,
  children,
}: {
  /** Name of the list: "Open orders". */
  readonly name: string;
  readonly rows: readonly R[];
  /** Columns as sorted, filtered and exported; after them comes a column of buttons. */
  readonly columns: readonly Column<R>[];
  readonly idOf: (row: R) => string;
  /** The `<tr>` of a row. @param places decimals of a column's numbers, by its title */
  readonly row: (row: R, places: PlacesOf) => ReactNode;
  /** What can be done with all of them. */
  readonly children?: ReactNode;
}) {
  const [filter, setFilter] = useState("");
  const [order, setOrder] = useState<Order>();
  const shown = rowsShown(rows, columns, filter, order);
  const places = placesByTitle(columns, shown);
  return (
    <>
      <ListBar name={name} filter={filter} onFilter={setFilter} columns={columns} shown={shown}>
        {children}
      </ListBar>
      <table className="rows cards">
        <caption className="unseen">{name}</caption>
        <thead>
          <tr>
            <Heads columns={columns} order={order} onOrder={setOrder} />
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((each) => (
            <Fragment key={idOf(each)}>{row(each, places)}</Fragment>
          ))}
        </tbody>
      </table>
    </>
  );
}

import "./list.css";
import type { ReactNode } from "react";
import { Button, Input, SearchField } from "react-aria-components";
import { exportRows } from "./csv.ts";
import type { Column } from "./rowsShown.ts";

/** Above a list: its filter, the number of rows, and their export. */
export function ListBar<R>({
  name,
  filter,
  onFilter,
  columns,
  shown,
  more = "",
  whole,
  children,
}: {
  /** Name of the list, "Fills", and of the exported file. */
  readonly name: string;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly columns: readonly Column<R>[];
  /** The rows that the filter leaves, in their order. */
  readonly shown: readonly R[];
  /** "+" if there are more rows than were read. */
  readonly more?: string;
  /** Where only a part of the rows is at hand: how many the filter leaves, and a reading of all. */
  readonly whole?: { readonly total: number; readonly read: () => Promise<readonly R[]> };
  readonly children?: ReactNode;
}) {
  const count = whole?.total ?? shown.length;
  const save = async () => exportRows(name, columns, whole === undefined ? shown : await whole.read());
  return (
    <div className="list-bar">
      <SearchField aria-label={`Filter ${name.toLowerCase()}`} value={filter} onChange={onFilter}>
        <Input className="input" placeholder="Filter…" />
      </SearchField>
      <span className="faint count">
        {count}
        {more} {count === 1 && more === "" ? "row" : "rows"}
      </span>
      {children}
      <Button className="button small" isDisabled={count === 0} onPress={() => void save()}>
        CSV
      </Button>
    </div>
  );
}

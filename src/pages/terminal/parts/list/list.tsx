import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { useStore } from "../../state/useStore.ts";
import { ListBar } from "./listBar.tsx";
import type { Pages } from "./pages.ts";
import { placesIn } from "./places.ts";
import { Cells, Heads, type ShownColumn } from "./rows.tsx";
import { type Order, rowsShown } from "./rowsShown.ts";

const ROW_PX = 24;
/** The next page is asked for this many rows before the end. */
const NEAR_END = 20;

/**
 * A list of history as a real table: filtered, sorted, exported as it is shown, with more read as it is
 * scrolled. Only the visible rows are in the document, between two spacers.
 */
export function List<R>({
  name,
  pages,
  columns,
  idOf,
  empty,
}: {
  /** Name of the list, "Fills", and of the exported file. */
  readonly name: string;
  readonly pages: Pages<R>;
  readonly columns: readonly ShownColumn<R>[];
  readonly idOf: (row: R) => string;
  readonly empty: string;
}) {
  const { rows, isWhole, isLoading, failure } = useStore(pages);
  const [filter, setFilter] = useState("");
  const [order, setOrder] = useState<Order>();
  const shown = rowsShown(rows, columns, filter, order);
  const places = placesIn(columns, shown);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const isNearEnd = last + NEAR_END >= shown.length;

  useEffect(() => {
    if (isNearEnd && !isWhole && !isLoading && failure === undefined) void pages.older();
  }, [isNearEnd, isWhole, isLoading, failure, pages]);

  const before = items[0]?.start ?? 0;
  const after = Math.max(0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0));
  return (
    <div className="list">
      <ListBar
        name={name}
        filter={filter}
        onFilter={setFilter}
        columns={columns}
        shown={shown}
        more={isWhole ? "" : "+"}
      >
        <Button className="button small" onPress={() => void pages.newer()}>
          Refresh
        </Button>
      </ListBar>
      {failure !== undefined && (
        <p className="refusal" role="alert">
          {failure}{" "}
          <Button className="link" onPress={() => void pages.older()}>
            Try again
          </Button>
        </p>
      )}
      {shown.length === 0 && isWhole && filter === "" ? (
        <p className="empty">{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <section className="scroll" ref={scroller} tabIndex={0} aria-label={name}>
          <table className="rows" aria-rowcount={isWhole ? shown.length + 1 : -1}>
            <caption className="unseen">{name}</caption>
            <thead>
              <tr aria-rowindex={1}>
                <Heads columns={columns} order={order} onOrder={setOrder} />
              </tr>
            </thead>
            <tbody>
              <Spacer height={before} span={columns.length} />
              {items.map(({ index }) => {
                const row = shown[index]!;
                return (
                  <tr key={idOf(row)} aria-rowindex={index + 2}>
                    <Cells row={row} columns={columns} places={places} />
                  </tr>
                );
              })}
              <Spacer height={after} span={columns.length} />
            </tbody>
          </table>
          {isLoading && <p className="wait">Reading…</p>}
        </section>
      )}
    </div>
  );
}

/** A row as high as those that are not in the document. */
export function Spacer({ height, span }: { readonly height: number; readonly span: number }) {
  if (height === 0) return null;
  return (
    <tr className="spacer">
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { control as answers, ControlInput } from "../../../../../interface/client/index.ts";
import { Spacer } from "../../../parts/list/list.tsx";
import { ListBar } from "../../../parts/list/listBar.tsx";
import { placesIn } from "../../../parts/list/places.ts";
import { Cells, Heads, type ShownColumn } from "../../../parts/list/rows.tsx";
import type { Order } from "../../../parts/list/rowsShown.ts";
import { useAnswer, useOperator } from "../../desk/useOperator.ts";
import { SortField } from "../../parts/table.tsx";

/** Which accounts are listed, and in what order. */
export type AskedAccounts = Omit<ControlInput<"GET accounts/page">, "offset" | "limit">;

export interface AccountColumn extends ShownColumn<answers.AccountRow> {
  /** What the venue sorts by. */
  readonly sort?: AskedAccounts["sort"];
}

const ROW_PX = 28;
/** Pages begin at multiples of this, so that a small movement asks for nothing. */
const STEP = 50;
/** More than a screen and a step. */
const PAGE = 200;
/** The most rows of a request, and of what one request changes. */
export const MANY = 1_000;

/**
 * Any number of accounts: filtered and sorted by the venue, which is asked for those that are in sight; only
 * these are in the document. The list scrolls with its view, in which it is therefore the last.
 */
export function AccountsTable({
  kind,
  columns,
  chosen,
  aside,
}: {
  /** Undefined: of every kind. */
  readonly kind: answers.AccountKind | undefined;
  readonly columns: readonly AccountColumn[];
  /** The account that is open. */
  readonly chosen: string | undefined;
  /** Beside the filter. */
  readonly aside: (asked: AskedAccounts, total: number) => ReactNode;
}) {
  const { control } = useOperator();
  const [filter, setFilter] = useState("");
  const [order, setOrder] = useState<Order>();
  const list = useRef<HTMLDivElement>(null);
  const { scroller, top } = useScrollerAround(list);
  const [offset, setOffset] = useState(0);
  const sort = order && columns[order.column]?.sort;
  const asked: AskedAccounts = {
    ...(kind !== undefined && { kind }),
    ...(filter.trim() !== "" && { words: filter.trim() }),
    ...(sort !== undefined && { sort, descending: order!.isDescending }),
  };
  const page = usePage(asked, offset);
  const total = page?.total ?? 0;
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller,
    scrollMargin: top,
    estimateSize: () => ROW_PX,
    overscan: 10,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const wanted = first - (first % STEP);
  useEffect(() => setOffset(wanted), [wanted]);

  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      scroller?.scrollTo({ top: Math.min(scroller.scrollTop, top) });
      set(value);
    };
  if (page === undefined) return <p className="wait">Asking…</p>;
  const places = placesIn(columns, page.accounts);
  const before = Math.max(0, (items[0]?.start ?? top) - top);
  const after = Math.max(0, virtual.getTotalSize() + top - (items.at(-1)?.end ?? top));
  return (
    <div className="op-table">
      <ListBar
        name="Accounts"
        filter={filter}
        onFilter={change(setFilter)}
        columns={columns}
        shown={page.accounts}
        whole={{ total, read: () => allOf(control, asked) }}
      >
        {aside(asked, total)}
        <SortField columns={columns} order={order} onOrder={change(setOrder)} />
      </ListBar>
      {total === 0 ? (
        <p className="empty">
          {filter === "" ? "There is no account of this kind." : "No row has these words."}
        </p>
      ) : (
        <div ref={list}>
          <table className="rows op-cards" aria-rowcount={total + 1}>
            <caption className="unseen">Accounts</caption>
            <thead>
              <tr aria-rowindex={1}>
                <Heads columns={columns} order={order} onOrder={change(setOrder)} />
              </tr>
            </thead>
            <tbody>
              <Spacer height={before} span={columns.length} />
              {items.map(({ index }) => {
                const row = page.accounts[index - page.offset];
                return (
                  <tr
                    key={row?.account ?? `at ${index}`}
                    ref={virtual.measureElement}
                    data-index={index}
                    aria-rowindex={index + 2}
                    className={row?.name === chosen && row !== undefined ? "chosen" : ""}
                  >
                    {row === undefined ? (
                      <td colSpan={columns.length}>…</td>
                    ) : (
                      <Cells row={row} columns={columns} places={places} />
                    )}
                  </tr>
                );
              })}
              <Spacer height={after} span={columns.length} />
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

/** What scrolls a list as a part of itself, and how far below its beginning the list begins, px. */
function useScrollerAround(list: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState<{ readonly scroller: HTMLElement | null; readonly top: number }>({
    scroller: null,
    top: 0,
  });
  useLayoutEffect(() => {
    const scroller = list.current?.closest<HTMLElement>(".op-main") ?? null;
    if (scroller === null) return;
    const measure = () => {
      const shift = list.current!.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      const top = Math.round(shift + scroller.scrollTop);
      setPlace((known) => (known.scroller === scroller && known.top === top ? known : { scroller, top }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of scroller.children) observer.observe(each);
    return () => observer.disconnect();
  });
  return place;
}

/** The newest page that the venue gave: it stays until the next one is there. */
function usePage(asked: AskedAccounts, offset: number) {
  const { data } = useAnswer("GET accounts/page", { ...asked, offset, limit: PAGE });
  const known = useRef<(answers.AccountsPage & { readonly offset: number }) | undefined>(undefined);
  if (data !== undefined && data !== known.current) known.current = { ...data, offset };
  return known.current;
}

/** Every account that is meant. */
async function allOf(
  control: ReturnType<typeof useOperator>["control"],
  asked: AskedAccounts,
): Promise<readonly answers.AccountRow[]> {
  const rows: answers.AccountRow[] = [];
  for (;;) {
    const { total, accounts } = await control.call("GET accounts/page", {
      ...asked,
      offset: rows.length,
      limit: MANY,
    });
    rows.push(...accounts);
    if (accounts.length === 0 || rows.length >= total) return rows;
  }
}

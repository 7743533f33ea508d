import "./book.css";
import { useEffect, useRef, useState } from "react";
import { priceText } from "../../../../interface/wire/decimal.ts";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { withThousands } from "../../format/decimal.ts";
import { Panel } from "../../parts/panel.tsx";
import { Select } from "../../parts/select.tsx";
import { Saved } from "../../state/saved.ts";
import { useStore } from "../../state/useStore.ts";
import { BookPainter } from "./bookPainter.ts";
import { GROUPINGS } from "./depthRows.ts";
import { useBookKeys } from "./useBookKeys.ts";

const ROW_PX = 20;

const SIDES = [
  ["both", "Both"],
  ["asks", "Asks"],
  ["bids", "Bids"],
] as const satisfies readonly (readonly [Sides, string])[];

/**
 * The order book: asks above, bids below, the spread always in the middle. {@link BookPainter} writes its
 * rows.
 */
export function BookPanel() {
  const desk = useDesk();
  const contract = useContract();
  const isLive = useStore(desk.market.isLive);
  const settings = useStore(bookSettings);
  const { sides, groups } = settings;
  const group = groups[contract.symbol] ?? 1;
  const frameElement = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(10);
  const asks = useRef<HTMLTableSectionElement>(null);
  const bids = useRef<HTMLTableSectionElement>(null);
  const spread = useRef<HTMLTableRowElement>(null);

  const { onKeyDown, announced } = useBookKeys(asks, bids);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const height = entry!.contentRect.height - 24 - 32; // head and spread
      setRows(Math.max(3, Math.floor(height / 2 / ROW_PX)));
    });
    observer.observe(frameElement.current!);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const { asks: above, bids: below } = rowsOf(sides, rows);
    desk.market.see(Math.max(above, below) * group);
  }, [desk, rows, sides, group]);

  useEffect(() => {
    const parts = { asks: asks.current!, bids: bids.current!, spread: spread.current! };
    const painter = new BookPainter(desk, contract, parts, { rows: rowsOf(sides, rows), group });
    return painter.start();
  }, [desk, contract, rows, sides, group]);

  return (
    <Panel
      name="book"
      title="Order book"
      aside={
        <span className="actions">
          <Select
            label="Sides"
            value={sides}
            options={SIDES}
            onChange={(value) => bookSettings.set({ ...settings, sides: value })}
          />
          <Select
            label="Grouping"
            value={String(group)}
            options={GROUPINGS.map(
              (each) => [String(each), withThousands(priceText(contract.grid, each))] as const,
            )}
            onChange={(value) =>
              bookSettings.set({ ...settings, groups: { ...groups, [contract.symbol]: Number(value) } })
            }
          />
        </span>
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these are rows that keys walk over */}
      <div
        className={`book ${isLive ? "" : "stale"}`}
        ref={frameElement}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what keys walk over must be reachable by keys
        tabIndex={0}
        role="group"
        aria-label="Order book rows: arrow keys walk, Enter takes the price, S the size, T the total"
        onKeyDown={onKeyDown}
      >
        <span className="unseen" role="status">
          {announced}
        </span>
        <table>
          <caption className="unseen">Order book of {contract.name}, best prices next to the spread</caption>
          <thead>
            <tr>
              <th scope="col">Price {contract.quote}</th>
              <th scope="col" className="num">
                Size {contract.coin}
              </th>
              <th scope="col" className="num">
                Total {contract.coin}
              </th>
            </tr>
          </thead>
          <tbody className="asks" ref={asks} aria-label="Asks" />
          <tbody aria-label="Spread">
            <tr className="spread" ref={spread}>
              <td />
              <td className="num" />
              <td className="num" />
            </tr>
          </tbody>
          <tbody className="bids" ref={bids} aria-label="Bids" />
        </table>
      </div>
    </Panel>
  );
}

/** Which sides of the book are shown. */
type Sides = "both" | "asks" | "bids";

/** The reader's settings of the book, stored by this browser. */
interface BookSettings {
  readonly sides: Sides;
  /** Ticks per row by symbol; default 1. */
  readonly groups: Readonly<Record<string, number>>;
}

const bookSettings = new Saved<BookSettings>(
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
function rowsOf(sides: Sides, each: number): { readonly asks: number; readonly bids: number } {
  return {
    asks: sides === "bids" ? 0 : each * (sides === "asks" ? 2 : 1),
    bids: sides === "asks" ? 0 : each * (sides === "bids" ? 2 : 1),
  };
}

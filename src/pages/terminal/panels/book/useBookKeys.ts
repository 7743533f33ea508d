import { type KeyboardEvent, type RefObject, useState } from "react";

/**
 * The book by arrow keys: up and down move over its rows from the spread on, Enter takes the price into the
 * ticket, S the size, T the total. The row is marked, and read out by screen readers. The mark is on a row of
 * the table: it stays when a level moves away, and goes with the row when another contract or grouping is
 * shown.
 */
export function useBookKeys(
  asks: RefObject<HTMLTableSectionElement | null>,
  bids: RefObject<HTMLTableSectionElement | null>,
): { readonly onKeyDown: (event: KeyboardEvent) => void; readonly announced: string } {
  const [announced, setAnnounced] = useState("");

  const onKeyDown = (event: KeyboardEvent): void => {
    const askRows = [...(asks.current?.rows ?? [])];
    const rows = [...askRows, ...(bids.current?.rows ?? [])];
    const marked = rows.findIndex((row) => row.hasAttribute("data-cursor"));
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step !== undefined) {
      const spread = step < 0 ? askRows.length : askRows.length - 1;
      const place = (marked < 0 ? spread : marked) + step;
      const row = rows[place];
      event.preventDefault();
      if (row === undefined) return;
      rows[marked]?.removeAttribute("data-cursor");
      row.setAttribute("data-cursor", "");
      const [price, size, total] = [...row.cells].map(({ textContent }) => textContent?.trim());
      const side = place < askRows.length ? "Ask" : "Bid";
      setAnnounced(price ? `${side} ${price}, size ${size}, total ${total}` : "Nothing here");
      return;
    }
    const column = { Enter: 0, s: 1, t: 2 }[event.key];
    const row = rows[marked];
    if (column === undefined || row === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const cell = row.cells[column];
    (cell?.querySelector<HTMLElement>("button, [role=button]") ?? cell)?.click();
  };
  return { onKeyDown, announced };
}

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

/**
 * The book by arrow keys: up and down move over its rows from the spread on, Enter takes the price into the ticket, S
 * the size, T the total. The row is marked, and read out by screen readers. The mark is on a row of the table: it
 * stays when a level moves away.
 */
export function useBookKeys(
  asks: RefObject<HTMLTableSectionElement | null>,
  bids: RefObject<HTMLTableSectionElement | null>,
): { readonly onKeyDown: (event: KeyboardEvent) => void; readonly said: string } {
  /** From the best bid at 0 downwards; the best ask is −1. */
  const at = useRef<number | undefined>(undefined);
  const marked = useRef<HTMLTableRowElement>(undefined);
  const [said, setSaid] = useState("");
  useEffect(() => () => marked.current?.removeAttribute("data-cursor"), []);

  const rowAt = (place: number): HTMLTableRowElement | undefined => {
    const [askRows, bidRows] = [asks.current?.rows, bids.current?.rows];
    if (askRows === undefined || bidRows === undefined) return undefined;
    return place < 0 ? askRows[askRows.length + place] : bidRows[place];
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step !== undefined) {
      const place = at.current === undefined ? (step < 0 ? -1 : 0) : at.current + step;
      const row = rowAt(place);
      event.preventDefault();
      if (row === undefined) return;
      at.current = place;
      marked.current?.removeAttribute("data-cursor");
      marked.current = row;
      row.setAttribute("data-cursor", "");
      const [price, size, total] = [...row.cells].map(({ textContent }) => textContent?.trim());
      setSaid(price ? `${place < 0 ? "Ask" : "Bid"} ${price}, size ${size}, total ${total}` : "Nothing here");
      return;
    }
    const column = { Enter: 0, s: 1, t: 2 }[event.key];
    if (column === undefined || marked.current === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const cell = marked.current.cells[column];
    (cell?.querySelector<HTMLElement>("button, [role=button]") ?? cell)?.click();
  };
  return { onKeyDown, said };
}

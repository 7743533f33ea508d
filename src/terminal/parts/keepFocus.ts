const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]:not([tabindex='-1'])";

/**
 * Keeps the focus of who works by keys in a part of the page whose rows come and go: when the element that had it is taken out of the
 * document, the row that moved up into its place gets it, else the part itself. Left to itself a browser drops it to the body, and the next tab
 * begins at the top of the page.
 *
 * The row's first control gets it, not the one of the same kind: a key that is pressed twice must not cancel two orders.
 *
 * @returns ends it
 */
export function keepFocus(part: HTMLElement): () => void {
  let last: { readonly element: Element; place: Place } | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    if (part.contains(target)) last = { element: target, place: placeOf(target) };
    // A dialog that was opened from here brings the focus back, unless its row has left meanwhile.
    else if (target.closest("[role=dialog]") === null) last = undefined;
  };
  const look = () => {
    if (last === undefined) return;
    if (last.element.isConnected) {
      last.place = placeOf(last.element); // rows above it may have come and gone
      return;
    }
    const { place } = last;
    last = undefined;
    if (document.activeElement === document.body) (heirOf(place) ?? part).focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  observer.observe(part, { childList: true, subtree: true });
  document.addEventListener("focusin", onFocus);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", onFocus);
  };
}

/** A row of a table, by the table: its groups of rows may leave with it. */
interface Place {
  readonly table: HTMLTableElement | null;
  readonly row: number;
}

function placeOf(element: Element): Place {
  return { table: element.closest("table"), row: element.closest("tr")?.rowIndex ?? -1 };
}

/** What can have the focus in the row that is there now, or in the last one. */
function heirOf({ table, row }: Place): HTMLElement | undefined {
  if (table?.isConnected !== true) return undefined;
  const now = table.rows[Math.min(row, table.rows.length - 1)];
  return now?.querySelector<HTMLElement>(FOCUSABLE) ?? undefined;
}

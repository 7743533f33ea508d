const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]:not([tabindex='-1'])";

/**
 * Keeps the keyboard focus in a part of the page whose rows come and go: when the focused element is removed
 * from the document, the row that moved into its place gets the focus, else the part itself. A browser by
 * itself would move the focus to the body, and the next tab would begin at the top of the page.
 *
 * The row's first control gets it, not the one of the same kind: a key that is pressed twice must not cancel
 * two orders.
 *
 * @returns how to stop
 */
export function keepFocus(part: HTMLElement): () => void {
  let last: { readonly element: Element; place: Place } | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    if (part.contains(target)) last = { element: target, place: placeOf(target) };
    // A dialog that was opened from here returns the focus itself, unless its row has gone meanwhile.
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

/** A row of a table, found from the table: the group of rows that it is in may be removed with it. */
interface Place {
  readonly table: HTMLTableElement | null;
  readonly row: number;
}

function placeOf(element: Element): Place {
  return { table: element.closest("table"), row: element.closest("tr")?.rowIndex ?? -1 };
}

/** The focusable element of the row that is now in that place, or of the last row. */
function heirOf({ table, row }: Place): HTMLElement | undefined {
  if (table?.isConnected !== true) return undefined;
  const now = table.rows[Math.min(row, table.rows.length - 1)];
  return now?.querySelector<HTMLElement>(FOCUSABLE) ?? undefined;
}

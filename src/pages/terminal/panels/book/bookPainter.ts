import { stepsOf, textOf } from "../../../../interface/wire/decimal.ts";
import { buys } from "../../account/liveOrder.ts";
import type { Desk } from "../../desk/desk.ts";
import { big, withThousands } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";
import { type DepthRow, depthRows, grouped } from "./depthRows.ts";

interface Parts {
  readonly asks: HTMLTableSectionElement;
  readonly bids: HTMLTableSectionElement;
  readonly spread: HTMLTableRowElement;
}

interface Shape {
  /** Rows of each side. */
  readonly rows: { readonly asks: number; readonly bids: number };
  readonly group: number;
}

/** How long the longest bar stays the scale of all bars after the book has become thinner, ms. */
const HOLD_MS = 1_000;

/**
 * Writes the book into a fixed set of table rows, once a frame. A cell is changed only if its text changes,
 * so a push costs no component and no layout. Rows are reused by their place, the best price next to the
 * spread.
 */
export class BookPainter {
  readonly #desk: Desk;
  readonly #contract: Contract;
  readonly #parts: Parts;
  readonly #shape: Shape;
  readonly #asks: readonly Row[];
  readonly #bids: readonly Row[];
  #longest = 1;
  #longestAtMs = 0;

  constructor(desk: Desk, contract: Contract, parts: Parts, shape: Shape) {
    this.#desk = desk;
    this.#contract = contract;
    this.#parts = parts;
    this.#shape = shape;
    this.#asks = this.#rowsIn(parts.asks, shape.rows.asks).toReversed();
    this.#bids = this.#rowsIn(parts.bids, shape.rows.bids);
  }

  /** Starts painting. @returns how to stop */
  start(): () => void {
    const ends = [
      this.#desk.market.book.onPaint(this.#paint),
      this.#desk.market.ticker.subscribe(this.#paint),
      this.#desk.account.view.subscribe(this.#paint),
    ];
    this.#paint();
    return () => {
      for (const end of ends) end();
      this.#parts.asks.replaceChildren();
      this.#parts.bids.replaceChildren();
    };
  }

  #rowsIn(section: HTMLTableSectionElement, length: number): Row[] {
    const rows = Array.from({ length }, () => new Row(this.#desk));
    section.replaceChildren(...rows.map(({ element }) => element));
    return rows;
  }

  readonly #paint = (): void => {
    // While the book is fetched again its last picture stays, veiled: an empty table would look like an empty
    // market.
    const { picture: book } = this.#desk.market.book;
    if (book?.symbol !== this.#contract.symbol) {
      write(this.#parts.spread.cells[1]!, "reading…");
      return;
    }
    const { grid } = this.#contract;
    const { rows, group } = this.#shape;
    const asks = depthRows(book.asks, "ask", grid, group, rows.asks);
    const bids = depthRows(book.bids, "bid", grid, group, rows.bids);
    const longest = this.#measure(Math.max(asks.at(-1)?.sumLots ?? 1, bids.at(-1)?.sumLots ?? 1));
    const own = this.#ownSizes();
    this.#asks.forEach((row, at) => {
      row.show(asks[at], longest, own.get(`ask ${asks[at]?.ticks}`));
    });
    this.#bids.forEach((row, at) => {
      row.show(bids[at], longest, own.get(`bid ${bids[at]?.ticks}`));
    });
    this.#paintSpread(book.bids[0]?.price, book.asks[0]?.price);
  };

  /** The scale grows at once but shrinks only after a while, or all bars would jump at every push. */
  #measure(longest: number): number {
    const now = performance.now();
    if (longest >= this.#longest || now - this.#longestAtMs > HOLD_MS) {
      this.#longest = longest;
      this.#longestAtMs = now;
    }
    return this.#longest;
  }

  /** The account's own sizes in the book: lots by side and row. */
  #ownSizes(): ReadonlyMap<string, string> {
    const { symbol, grid } = this.#contract;
    const sizes = new Map<string, string>();
    for (const order of this.#desk.account.view.shown?.orders ?? []) {
      if (order.symbol !== symbol || order.trigger !== undefined || order.price === undefined) continue;
      const ticks = stepsOf(order.price, grid.priceDecimals, grid.priceStep);
      if (ticks === undefined) continue;
      const side = buys(order) ? "bid" : "ask";
      const key = `${side} ${grouped(ticks, side, this.#shape.group)}`;
      const left = big(order.size)
        .minus(big(order.filled))
        .plus(sizes.get(key) ?? "0");
      sizes.set(key, left.toFixed());
    }
    return sizes;
  }

  #paintSpread(bid: string | undefined, ask: string | undefined): void {
    const [last, spread, share] = this.#parts.spread.cells;
    const ticker = this.#desk.market.ticker.shown;
    write(last!, ticker === undefined ? "" : withThousands(ticker.lastPrice));
    if (bid === undefined || ask === undefined) {
      write(spread!, bid === ask ? "empty" : "one-sided");
      write(share!, "");
      return;
    }
    const { grid } = this.#contract;
    const ticks =
      stepsOf(ask, grid.priceDecimals, grid.priceStep)! - stepsOf(bid, grid.priceDecimals, grid.priceStep)!;
    write(spread!, `${withThousands(textOf(ticks * grid.priceStep, grid.priceDecimals))} spread`);
    const points = big(ask).minus(bid).div(ask).times("10000").toFixed(2);
    write(share!, `${points} bp`);
  }
}

/**
 * One row: price, size, total, and a bar behind them. A click fills the ticket with the value under the
 * pointer.
 */
class Row {
  readonly element = document.createElement("tr");
  readonly #cells: readonly HTMLTableCellElement[];
  #depth: DepthRow | undefined;
  /** The row's values when the pointer went down; they hold until it goes up, whatever the book does. */
  #pressed: DepthRow | undefined;
  #bar = "";
  #own = "";

  constructor(desk: Desk) {
    this.#cells = ["price", "size num", "sum num"].map((name) => {
      const cell = document.createElement("td");
      cell.className = name;
      cell.append("");
      return cell;
    });
    this.element.append(...this.#cells);
    this.element.addEventListener("pointerdown", () => {
      this.#pressed = this.#depth;
    });
    this.element.addEventListener("click", (event) => {
      // A key has no pointer: a press of one that went up elsewhere is not its own.
      const depth = event.detail === 0 ? this.#depth : (this.#pressed ?? this.#depth);
      this.#pressed = undefined;
      if (depth === undefined) return;
      const at = this.#cells.findIndex((cell) => cell.contains(event.target as Node));
      if (at <= 0 || event.altKey) desk.draft.pickPrice(depth.price);
      if (at === 1) desk.draft.change({ size: depth.size, unit: "coin" });
      if (at === 2) desk.draft.change({ size: depth.sum, unit: "coin" });
    });
  }

  show(depth: DepthRow | undefined, longest: number, own: string | undefined): void {
    this.#depth = depth;
    const [price, size, sum] = this.#cells as [
      HTMLTableCellElement,
      HTMLTableCellElement,
      HTMLTableCellElement,
    ];
    write(price, depth === undefined ? "" : withThousands(depth.price));
    write(size, depth?.size ?? "");
    write(sum, depth?.sum ?? "");
    const bar = depth === undefined ? "0" : (depth.sumLots / longest).toFixed(3);
    if (bar !== this.#bar) {
      this.#bar = bar;
      this.element.style.setProperty("--bar-share", bar);
    }
    if (own !== this.#own) {
      this.#own = own ?? "";
      this.element.classList.toggle("has-own", own !== undefined);
      if (own === undefined) price.removeAttribute("data-own");
      else price.dataset["own"] = own;
    }
  }
}

/** Changes a cell's text if it differs; the text node is kept. */
function write(cell: HTMLTableCellElement, text: string): void {
  const node = cell.firstChild;
  if (node === null) cell.append(text);
  else if (node.nodeValue !== text) node.nodeValue = text;
}

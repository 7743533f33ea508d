import "./tape.css";
import { useEffect, useRef } from "react";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { withThousands } from "../../format/decimal.ts";
import { clockTime } from "../../format/time.ts";
import type { TapeTrade } from "../../market/tape.ts";
import { Panel } from "../../parts/panel.tsx";

const ROWS = 60;

/** The latest trades, newest on top; written into a fixed set of rows once a frame. */
export function TapePanel() {
  const { market } = useDesk();
  const contract = useContract();
  const body = useRef<HTMLTableSectionElement>(null);
  const nothing = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const rows = Array.from({ length: ROWS }, () => {
      const row = document.createElement("tr");
      row.append(...["price", "size num", "time num"].map(cellOf));
      return row;
    });
    // Taken now: the last frame may be painted after the references are gone, and before this effect ends.
    const [list, hint] = [body.current!, nothing.current!];
    list.replaceChildren(...rows);
    let painted = { begun: -1, count: 0 };
    return market.tape.onPaint(() => {
      const { isRead, trades, begun, count } = market.tape;
      hint.hidden = trades.length > 0;
      hint.textContent = isRead ? "No trade yet." : "Reading…";
      // Only new trades are written: into the rows of the oldest, which go to the top.
      const fresh = begun === painted.begun ? Math.min(count - painted.count, ROWS) : ROWS;
      painted = { begun, count };
      rows.unshift(...rows.splice(ROWS - fresh));
      rows.slice(0, fresh).forEach((row, at) => {
        write(row, trades[at]);
      });
      if (fresh < ROWS) list.prepend(...rows.slice(0, fresh));
    });
  }, [market]);

  return (
    <Panel name="tape" title="Trades">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll tape" tabIndex={0} aria-label="Latest trades">
        <table className="rows">
          <caption className="unseen">Latest trades of {contract.name}, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Price {contract.quote}</th>
              <th scope="col" className="num">
                Size {contract.coin}
              </th>
              <th scope="col" className="num">
                Time UTC
              </th>
            </tr>
          </thead>
          <tbody ref={body} />
        </table>
        <p className="empty" ref={nothing}>
          Reading…
        </p>
      </section>
    </Panel>
  );
}

function write(row: HTMLTableRowElement, trade: TapeTrade | undefined): void {
  const [price, size, time] = row.cells;
  row.hidden = trade === undefined;
  if (trade === undefined) return;
  row.className = trade.isBuy ? "buy" : "sell";
  price!.firstChild!.nodeValue = withThousands(trade.price);
  size!.firstChild!.nodeValue = trade.size;
  time!.firstChild!.nodeValue = clockTime(trade.time);
}

function cellOf(name: string): HTMLTableCellElement {
  const cell = document.createElement("td");
  cell.className = name;
  cell.append("");
  return cell;
}

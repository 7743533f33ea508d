import type { ReactNode } from "react";
import type { RowNumber } from "../../account/rowNumbers.ts";
import type { Explaining } from "../../desk/desk.ts";
import { useDesk } from "../../desk/useDesk.ts";

/** A figure of the account that opens its explanation. */
export function ExplainButton({
  number,
  name,
  entry = 0,
  symbol,
  children,
}: {
  /** The venue's name of the number: "equity". */
  readonly number: string;
  /** A name for readers who do not see the context: "Margin of long BTC/USDT". */
  readonly name: string;
  readonly entry?: number;
  readonly symbol?: string;
  readonly children: ReactNode;
}) {
  return (
    <Opens name={name} what={{ type: "account", number, entry, symbol }}>
      {children}
    </Opens>
  );
}

/** A figure of a row that opens its explanation. */
export function ExplainRow({
  name,
  title,
  numbers,
  isStop = true,
  children,
}: {
  /** Name for readers who do not see the column's head: "Fee". */
  readonly name: string;
  /** Title of the dialog: "Fill of 2026-11-22 08:00:00". */
  readonly title: string;
  readonly numbers: () => readonly RowNumber[] | Promise<readonly RowNumber[]>;
  /** Whether the tab key stops here; arrow keys lead to the other figures of a table. */
  readonly isStop?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Opens name={name} what={{ type: "row", title, numbers }} isStop={isStop}>
      {children}
    </Opens>
  );
}

function Opens({
  name,
  what,
  isStop = true,
  children,
}: {
  readonly name: string;
  readonly what: Explaining;
  readonly isStop?: boolean;
  readonly children: ReactNode;
}) {
  const { explaining } = useDesk();
  return (
    <button
      type="button"
      className="explained"
      title="Explain"
      tabIndex={isStop ? 0 : -1}
      onClick={() => explaining.set(what)}
    >
      <span className="unseen">{name} </span>
      {children}
      <span className="unseen">, explain</span>
    </button>
  );
}

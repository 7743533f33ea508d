import { type ReactNode, useState } from "react";
import type { v2 } from "../../../../interface/wire/index.ts";
import { closedNumbers, feesOf, grossOf } from "../../account/rowNumbers.ts";
import type { Desk } from "../../desk/desk.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big, money } from "../../format/decimal.ts";
import { dateTime } from "../../format/time.ts";
import { List } from "../../parts/list/list.tsx";
import { Pages } from "../../parts/list/pages.ts";
import type { ShownColumn } from "../../parts/list/rows.tsx";
import { ExplainRow } from "../explain/explainButton.tsx";
import { Amount } from "./orderHistory.tsx";

const idOf = (row: v2.PastPosition) => String(row.closeId);

/**
 * Positions that have ended, one row each: what was opened and closed, and its PnL − fees + funding = net.
 */
export function ClosedPositions() {
  const desk = useDesk();
  const [pages] = useState(
    () =>
      new Pages<v2.PastPosition>(
        async (before) => {
          const { list } = await desk.client.positions.closed({
            ...(before !== undefined && { beforeId: before.closeId }),
          });
          return list;
        },
        idOf,
        ({ closedTime }) => closedTime,
      ),
  );
  return (
    <List
      name="Closed positions"
      pages={pages}
      columns={columnsOf(desk)}
      idOf={idOf}
      empty="Nothing was closed yet."
    />
  );
}

function Explained({
  name,
  row,
  children,
}: {
  readonly name: string;
  readonly row: v2.PastPosition;
  readonly children: ReactNode;
}) {
  const title = `Position closed at ${dateTime(row.closedTime)} UTC`;
  return (
    <ExplainRow name={name} title={title} numbers={() => closedNumbers(row)}>
      {children}
    </ExplainRow>
  );
}

function columnsOf(desk: Desk): readonly ShownColumn<v2.PastPosition>[] {
  const amount = (title: string, of: (row: v2.PastPosition) => string): ShownColumn<v2.PastPosition> => ({
    title,
    isNumber: true,
    text: of,
    cell: (row) => (
      <Explained name={title} row={row}>
        <Amount text={of(row)} />
      </Explained>
    ),
  });
  const side = ({ side: word }: v2.PastPosition) => (word === "LONG" ? "long" : "short");
  return [
    { title: "Closed UTC", text: (row) => dateTime(row.closedTime) },
    { title: "Opened UTC", text: (row) => dateTime(row.openedTime) },
    { title: "Contract", text: (row) => desk.contractOf(row.symbol)?.name ?? row.symbol },
    {
      title: "Side",
      text: side,
      cell: (row) => <span className={`pill ${side(row)}`}>{side(row) === "long" ? "Long" : "Short"}</span>,
    },
    { title: "Size", isQuantity: true, text: (row) => row.size },
    { title: "Entry", isQuantity: true, text: (row) => row.openPrice },
    { title: "Exit", isQuantity: true, text: (row) => row.closePrice },
    amount("PnL before fees", grossOf),
    {
      title: "Fees",
      isQuantity: true,
      text: feesOf,
      cell: (row) => (
        <Explained name="Fees" row={row}>
          {money(feesOf(row))}
        </Explained>
      ),
    },
    amount("Funding", (row) => row.fundingFee),
    amount("Net", (row) => row.netPnl),
    {
      title: "Liquidated",
      text: (row) => (big(row.liquidateFee).gt("0") ? "yes" : ""),
      cell: (row) => (big(row.liquidateFee).gt("0") ? <span className="danger">yes</span> : ""),
    },
  ];
}

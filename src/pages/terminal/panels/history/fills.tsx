import { type ReactNode, useState } from "react";
import type { v2 } from "../../../../interface/wire/index.ts";
import { fillNumbers } from "../../account/rowNumbers.ts";
import type { Desk } from "../../desk/desk.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big, money } from "../../format/decimal.ts";
import { dateTime } from "../../format/time.ts";
import { List } from "../../parts/list/list.tsx";
import { Pages } from "../../parts/list/pages.ts";
import type { ShownColumn } from "../../parts/list/rows.tsx";
import { ExplainRow } from "../explain/explainButton.tsx";
import { Action, Amount } from "./orderHistory.tsx";

const idOf = (row: v2.Fill) => `${row.tradeId} ${row.orderId}`;

/** Every execution of the account's orders. */
export function Fills() {
  const desk = useDesk();
  const [pages] = useState(
    () =>
      new Pages<v2.Fill>(
        async (before) => {
          const { list } = await desk.client.orders.fills({
            limit: 100,
            ...(before !== undefined && { beforeId: before.tradeId }),
          });
          return list;
        },
        idOf,
        ({ createdTime }) => createdTime,
      ),
  );
  return <List name="Fills" pages={pages} columns={columnsOf(desk)} idOf={idOf} empty="No fill yet." />;
}

function Explained({
  name,
  row,
  children,
}: {
  readonly name: string;
  readonly row: v2.Fill;
  readonly children: ReactNode;
}) {
  return (
    <ExplainRow
      name={name}
      title={`Fill of ${dateTime(row.createdTime)} UTC`}
      numbers={() => fillNumbers(row)}
    >
      {children}
    </ExplainRow>
  );
}

function columnsOf(desk: Desk): readonly ShownColumn<v2.Fill>[] {
  const priceOf = (row: v2.Fill) => {
    const grid = desk.contractOf(row.symbol)?.grid;
    return big(row.fillValue)
      .div(big(row.fillSize))
      .toFixed(grid?.priceDecimals ?? 4);
  };
  return [
    { title: "Time UTC", text: (row) => dateTime(row.createdTime) },
    { title: "Contract", text: (row) => desk.contractOf(row.symbol)?.name ?? row.symbol },
    {
      title: "Order",
      text: (row) => row.direction.toLowerCase().replaceAll("_", " "),
      cell: (row) => <Action type={row.direction} />,
    },
    { title: "Price", isQuantity: true, text: priceOf },
    { title: "Size", isQuantity: true, text: (row) => row.fillSize },
    {
      title: "Value",
      isNumber: true,
      text: (row) => row.fillValue,
      cell: (row) => (
        <Explained name="Value" row={row}>
          {money(row.fillValue)}
        </Explained>
      ),
    },
    {
      title: "Fee",
      isNumber: true,
      text: (row) => row.fillFee,
      cell: (row) => (
        <Explained name="Fee" row={row}>
          {money(row.fillFee)}
        </Explained>
      ),
    },
    {
      title: "Realised PnL",
      isNumber: true,
      text: (row) => row.realizePnl,
      cell: (row) => (
        <Explained name="Realised PnL" row={row}>
          <Amount text={row.realizePnl} />
        </Explained>
      ),
    },
    {
      title: "Order id",
      text: (row) => String(row.orderId),
      cell: (row) => <code className="faint">{row.orderId}</code>,
    },
  ];
}

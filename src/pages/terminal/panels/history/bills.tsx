import { type ReactNode, useState } from "react";
import type { V2Client } from "../../../../interface/client/index.ts";
import type { v2 } from "../../../../interface/wire/index.ts";
import { billNumbers } from "../../account/rowNumbers.ts";
import type { Desk } from "../../desk/desk.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { money } from "../../format/decimal.ts";
import { dateTime } from "../../format/time.ts";
import { Choice } from "../../parts/choice.tsx";
import { List } from "../../parts/list/list.tsx";
import { Pages } from "../../parts/list/pages.ts";
import type { ShownColumn } from "../../parts/list/rows.tsx";
import { ExplainRow } from "../explain/explainButton.tsx";
import { Amount } from "./orderHistory.tsx";

const KINDS = [
  ["", "All"],
  ["position_open_long", "Open long"],
  ["position_open_short", "Open short"],
  ["position_close_long", "Close long"],
  ["position_close_short", "Close short"],
  ["position_funding", "Funding"],
  ["transfer_in", "In"],
  ["transfer_out", "Out"],
] as const;

type Kind = (typeof KINDS)[number][0];

const idOf = (row: v2.Bill) => String(row.billId);

/** Every movement of the account's money. */
export function Bills() {
  const [kind, setKind] = useState<Kind>("");
  return (
    <div className="stack">
      <Choice label="Kind of bill" value={kind} options={KINDS} onChange={setKind} className="choice strip" />
      <BillList key={kind} kind={kind} name="Bills" />
    </div>
  );
}

/** What was paid and received at settlements. */
export function Funding() {
  return <BillList kind="position_funding" name="Funding" />;
}

function BillList({ kind, name }: { readonly kind: Kind; readonly name: string }) {
  const desk = useDesk();
  const [pages] = useState(
    () =>
      new Pages<v2.Bill>(
        async (before) => {
          const { items } = await desk.client.account.bills({
            limit: 100,
            ...(kind !== "" && { businessType: kind }),
            ...(before !== undefined && { beforeId: before.billId }),
          });
          return items;
        },
        idOf,
        ({ cTime }) => cTime,
      ),
  );
  return (
    <List
      name={name}
      pages={pages}
      columns={columnsOf(desk)}
      idOf={idOf}
      empty={
        kind === "position_funding"
          ? "No funding yet: it is settled at the times that the symbol bar counts down to."
          : "No movement of money of this kind yet."
      }
    />
  );
}

function Explained({
  name,
  row,
  children,
}: {
  readonly name: string;
  readonly row: v2.Bill;
  readonly children: ReactNode;
}) {
  const { client } = useDesk();
  return (
    <ExplainRow
      name={name}
      title={`${row.businessType.replaceAll("_", " ")} at ${dateTime(Number(row.cTime))} UTC`}
      numbers={async () => billNumbers(row, await settledRate(client, row))}
    >
      {children}
    </ExplainRow>
  );
}

/** The rate of the settlement that a bill of funding belongs to; the venue has the last hundred. */
async function settledRate(client: V2Client, bill: v2.Bill): Promise<string | undefined> {
  if (bill.businessType !== "position_funding") return undefined;
  const rates = await client.market.fundingRates({ symbol: bill.symbol, limit: 100 });
  return rates.find(({ fundingTime }) => fundingTime === Number(bill.cTime))?.fundingRate;
}

function columnsOf(desk: Desk): readonly ShownColumn<v2.Bill>[] {
  return [
    { title: "Time UTC", text: (row) => dateTime(Number(row.cTime)) },
    { title: "Kind", text: (row) => row.businessType.replaceAll("_", " ") },
    { title: "Contract", text: (row) => desk.contractOf(row.symbol)?.name ?? row.symbol },
    {
      title: "Amount",
      isNumber: true,
      text: (row) => row.amount,
      cell: (row) => (
        <Explained name="Amount" row={row}>
          <Amount text={row.amount} />
        </Explained>
      ),
    },
    {
      title: "Fee",
      isNumber: true,
      text: (row) => row.fillFee || "0",
      cell: (row) => (
        <Explained name="Fee" row={row}>
          {money(row.fillFee || "0")}
        </Explained>
      ),
    },
    {
      title: "Balance",
      isNumber: true,
      text: (row) => row.balance,
      cell: (row) => (
        <Explained name="Balance" row={row}>
          {money(row.balance)}
        </Explained>
      ),
    },
    { title: "Coin", text: (row) => row.coin },
    { title: "Id", text: idOf, cell: (row) => <code className="faint">{idOf(row)}</code> },
  ];
}

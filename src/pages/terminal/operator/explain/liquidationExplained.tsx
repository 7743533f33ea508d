import { signed } from "../../format/decimal.ts";
import { whereRestWent } from "../../format/liquidation.ts";
import { dateTime } from "../../format/time.ts";
import { DialogButton } from "../../parts/dialog.tsx";
import { useAnswer } from "../desk/useOperator.ts";
import { Table } from "../parts/table.tsx";
import { amountText } from "./amount.ts";

/** Opens the account's last liquidation, told step by step. */
export function LiquidationButton({ account }: { readonly account: string }) {
  return (
    <DialogButton label={`Explain the liquidation of ${account}`} title={`Liquidation of ${account}`}>
      {() => <LiquidationExplained account={account} />}
    </DialogButton>
  );
}

/** An amount that the history may not have any more. */
function knownText(amount: string | null): string {
  return amount === null ? "(not known any more)" : amountText(amount);
}

function LiquidationExplained({ account }: { readonly account: string }) {
  const { data, failure } = useAnswer("GET explain/liquidation", { account });
  if (data === undefined) return <p className="wait">{failure ?? "Asking…"}</p>;
  const { fills, bills } = data;
  return (
    <div className="op-explained">
      <p>
        At {dateTime(data.time)} UTC, command {data.seq}: equity {knownText(data.equity)} met a requirement of{" "}
        {knownText(data.requirement)} USDT
        {data.forced ? "; an operator forced it" : ""}.{" "}
        {data.position === 0 ? "The shared margin" : `The margin of isolated position ${data.position}`} went
        from {amountText(data.amountBefore)} to {amountText(data.amountAfter)}. {whereRestWent(data)}
      </p>
      <h3>Fills, in order</h3>
      <Table
        name="Fills of the liquidation"
        isBare
        rows={fills}
        idOf={(fill) => `${fill.order}-${fill.price}-${fill.size}`}
        empty="Nothing was closed: it was healthy again when its turn came."
        columns={[
          { title: "What", text: ({ type }) => type.replaceAll("_", " ") },
          { title: "Contract", text: ({ symbol }) => symbol },
          {
            title: "Leg",
            text: ({ leg }) => leg,
            cell: ({ leg }) => <span className={`pill ${leg}`}>{leg}</span>,
          },
          { title: "Size", isQuantity: true, text: ({ size }) => size },
          { title: "Price", isQuantity: true, text: ({ price }) => price },
          { title: "Fee", isNumber: true, text: ({ fee }) => fee, cell: ({ fee }) => amountText(fee) },
          {
            title: "Liquidation fee",
            isNumber: true,
            text: (fill) => fill.liquidationFee,
            cell: (fill) => amountText(fill.liquidationFee),
          },
          {
            title: "Realised",
            isNumber: true,
            text: ({ realized }) => realized,
            cell: ({ realized }) => signed(realized, 2),
          },
        ]}
      />
      <h3>Bills</h3>
      <Table
        name="Bills of the liquidation"
        isBare
        rows={bills}
        idOf={({ bill }) => bill}
        empty="There is no bill."
        columns={[
          { title: "What", text: ({ type }) => type.replaceAll("_", " ") },
          {
            title: "Amount",
            isNumber: true,
            text: ({ amount }) => amount,
            cell: ({ amount }) => signed(amount, 2),
          },
          {
            title: "Balance",
            isNumber: true,
            text: ({ balance }) => balance,
            cell: ({ balance }) => amountText(balance),
          },
        ]}
      />
    </div>
  );
}

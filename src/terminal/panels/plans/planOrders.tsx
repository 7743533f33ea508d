import { Button } from "react-aria-components";
import { type LiveOrder, purposeOf } from "../../account/liveOrder.ts";
import type { Desk } from "../../desk/desk.ts";
import { amend, cancel } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big, dressed, fixed } from "../../format/decimal.ts";
import { dateTime } from "../../format/time.ts";
import { EditCell } from "../../parts/editCell.tsx";
import { LiveList } from "../../parts/list/liveList.tsx";
import type { Column } from "../../parts/list/rowsShown.ts";
import { useStore } from "../../state/useStore.ts";
import { MoveOrder, nameOf } from "../orders/moveOrder.tsx";

const NAMES = { takeProfit: "Take profit", stopLoss: "Stop loss", trigger: "Trigger" } as const;

const idOf = ({ id }: LiveOrder) => id;

function columnsOf(desk: Desk): readonly Column<LiveOrder>[] {
  const isWhole = ({ size }: LiveOrder) => big(size).eq("0");
  return [
    { title: "Time UTC", text: ({ createdMs }) => dateTime(createdMs) },
    { title: "Contract", text: ({ symbol }) => desk.contractOf(symbol)?.name ?? symbol },
    { title: "Order", text: ({ opens, side }) => `${opens ? "open" : "close"} ${side}` },
    { title: "Fires when", text: ({ trigger }) => `${trigger?.watches} comes to ${trigger?.price}` },
    { title: "Executes", isNumber: true, text: ({ price }) => price ?? "at market" },
    {
      title: "Size",
      isNumber: true,
      text: (order) => (isWhole(order) ? "whole position" : order.size),
    },
  ];
}

/** Orders that wait for a price: triggers, take-profits, stop-losses; what they wait for is changed where it stands. */
export function PlanOrders() {
  const desk = useDesk();
  const orders = useStore(desk.account.view, (view) => view?.orders);
  if (orders === undefined) return <p className="wait">Reading the account…</p>;
  const waiting = orders.filter(({ trigger }) => trigger !== undefined);
  if (waiting.length === 0) {
    return (
      <p className="empty">
        Nothing waits for a price. A trigger order, a take profit or a stop loss stands here.
      </p>
    );
  }
  return (
    <LiveList
      name="Plan orders"
      rows={waiting}
      columns={columnsOf(desk)}
      idOf={idOf}
      row={(order) => <Row order={order} />}
    />
  );
}

function Row({ order }: { readonly order: LiveOrder }) {
  const desk = useDesk();
  const last = useStore(desk.market.ticker, (ticker) => ticker?.lastPrice);
  const contract = desk.contractOf(order.symbol);
  const trigger = order.trigger!;
  const isShown = desk.contract.value.symbol === order.symbol && last !== undefined;
  const purpose = isShown ? purposeOf(order, trigger, last) : "trigger";
  const name = nameOf(order, contract);
  const places = contract?.grid.priceDecimals ?? 2;
  const { tick = "0.01", lot = "0.0001" } = contract ?? {};
  return (
    <tr data-order={order.id}>
      <td className="faint">{dateTime(order.createdMs)}</td>
      <td>{contract?.name ?? order.symbol}</td>
      <td>
        <span className={`pill ${order.side}`}>{order.side === "long" ? "Long" : "Short"}</span>{" "}
        {order.opens ? "Open" : "Close"} <span className="muted">{NAMES[purpose]}</span>
      </td>
      <td data-label="Fires when">
        {trigger.watches} comes to{" "}
        <EditCell
          name={`Trigger of ${name}`}
          value={trigger.price}
          step={tick}
          send={(triggerPrice) => amend(desk, order, { triggerPrice })}
        >
          {fixed(trigger.price, places)}
        </EditCell>
      </td>
      <td className="num" data-label="Executes">
        {order.price === undefined ? (
          "at market"
        ) : (
          <EditCell
            name={`Price of ${name}`}
            value={order.price}
            step={tick}
            send={(price) => amend(desk, order, { price })}
          >
            {fixed(order.price, places)}
          </EditCell>
        )}
      </td>
      <td className="num" data-label="Size">
        {big(order.size).eq("0") ? (
          "whole position"
        ) : (
          <EditCell
            name={`Size of ${name}`}
            value={order.size}
            step={lot}
            send={(size) => amend(desk, order, { size })}
          >
            {dressed(order.size)}
          </EditCell>
        )}
      </td>
      <td className="num acts">
        <span className="actions">
          <MoveOrder order={order} contract={contract} />
          <Button
            className="button small"
            aria-label={`Cancel ${name}`}
            onPress={() => void cancel(desk, order)}
          >
            Cancel
          </Button>
        </span>
      </td>
    </tr>
  );
}

import { isLeftOver, type LiveOrder, purposeOf } from "../../account/liveOrder.ts";
import type { Desk } from "../../desk/desk.ts";
import { amend, cancelAll } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big } from "../../format/decimal.ts";
import { EditCell } from "../../parts/editCell.tsx";
import { LiveList } from "../../parts/list/liveList.tsx";
import { aligned, type PlacesOf } from "../../parts/list/places.ts";
import type { Column } from "../../parts/list/rowsShown.ts";
import { QuestionButton } from "../../parts/sending.tsx";
import { useStore } from "../../state/useStore.ts";
import { nameOf } from "../orders/moveOrder.tsx";
import { gridPlaces, OrderRow, orderColumns, PriceCell, SizeCell } from "../orders/orderRow.tsx";

const NAMES = { takeProfit: "Take profit", stopLoss: "Stop loss", trigger: "Trigger" } as const;

/** "1 % behind": how far the trigger of a trailing stop follows the price; nothing of others. */
function following({ trigger }: LiveOrder): string {
  return trigger?.follows === undefined ? "" : `, ${big(trigger.follows).times(100)} % behind it`;
}

function wholeOf({ trigger }: LiveOrder): string {
  return trigger?.endsWithPosition === true ? "whole position, ends with it" : "whole position";
}

const idOf = ({ id }: LiveOrder) => id;

function columnsOf(desk: Desk): readonly Column<LiveOrder>[] {
  const isWhole = ({ size }: LiveOrder) => big(size).eq("0");
  const { price: pricePlaces, size: sizePlaces } = gridPlaces(desk);
  return [
    ...orderColumns(desk),
    {
      title: "Left over",
      isUnseen: true,
      text: (order) => (isLeftOver(order, desk.account.view.value?.positions ?? []) ? "yes" : ""),
    },
    {
      title: "Fires when",
      text: (order) => `${order.trigger?.watches} comes to ${order.trigger?.price}${following(order)}`,
      numbers: ({ trigger }) => (trigger === undefined ? [] : [trigger.price]),
      placesMin: pricePlaces,
    },
    { title: "Executes", isNumber: true, placesMin: pricePlaces, text: ({ price }) => price ?? "at market" },
    {
      title: "Size",
      isNumber: true,
      placesMin: sizePlaces,
      text: (order) => (isWhole(order) ? wholeOf(order) : order.size),
    },
  ];
}

/**
 * Orders that wait for a price: triggers, take-profits, stop-losses. What they wait for is changed where it
 * stands.
 */
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
      row={(order, places) => <PlanOrder order={order} places={places} />}
    >
      <QuestionButton
        label="Cancel all"
        question={`Cancel all ${waiting.length} orders that wait for a price, of every contract?`}
        send={() => cancelAll(desk, "plan")}
      />
    </LiveList>
  );
}

function PlanOrder({ order, places }: { readonly order: LiveOrder; readonly places: PlacesOf }) {
  const desk = useDesk();
  const last = useStore(desk.market.ticker, (ticker) => ticker?.lastPrice);
  const contract = desk.contractOf(order.symbol);
  const trigger = order.trigger!;
  const isShown = desk.contract.value.symbol === order.symbol && last !== undefined;
  const purpose = isShown ? purposeOf(order, trigger, last) : "trigger";
  const positions = useStore(desk.account.view, (view) => view?.positions) ?? [];
  const isLeft = isLeftOver(order, positions);
  return (
    <OrderRow order={order} purpose={NAMES[purpose]} isLeft={isLeft}>
      <td data-label="Fires when">
        {trigger.watches} comes to{" "}
        {trigger.follows === undefined ? (
          <EditCell
            name={`Trigger of ${nameOf(desk, order)}`}
            value={trigger.price}
            step={contract?.tick ?? "0.01"}
            send={(triggerPrice) => amend(desk, order, { triggerPrice })}
          >
            {aligned(trigger.price, places("Fires when"))}
          </EditCell>
        ) : (
          `${aligned(trigger.price, places("Fires when"))}${following(order)}`
        )}
      </td>
      <td className="num" data-label="Executes">
        <PriceCell order={order} places={places("Executes")} otherwise="at market" />
      </td>
      <td className="num" data-label="Size">
        {big(order.size).eq("0") ? (
          wholeOf(order)
        ) : (
          <SizeCell order={order}>{aligned(order.size, places("Size"))}</SizeCell>
        )}
      </td>
    </OrderRow>
  );
}

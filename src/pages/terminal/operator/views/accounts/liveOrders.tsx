import { Button } from "react-aria-components";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { dateTime } from "../../../format/time.ts";
import { DialogButton } from "../../../parts/dialog.tsx";
import { useAnswer, useOperator } from "../../desk/useOperator.ts";
import { JournalAmount } from "../../explain/journalAmount.tsx";
import { meaningOf } from "../../explain/journalAmounts.ts";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";
import { AmendForm } from "./amendForm.tsx";
import { PlaceForm } from "./placeForm.tsx";

/** The live orders of an account: looked at, amended, cancelled, and new ones. */
export function LiveOrders({
  account,
  orders,
}: {
  readonly account: string;
  readonly orders: readonly answers.LiveOrder[];
}) {
  return (
    <Section
      title="Live orders"
      aside={
        <DialogButton label="Place…" name={`Place an order of ${account}`} title={`An order of ${account}`}>
          {(close) => <PlaceForm account={account} onDone={close} />}
        </DialogButton>
      }
    >
      <Table
        name={`Live orders of ${account}`}
        isBare={orders.length < 10}
        rows={orders}
        idOf={({ order }) => order}
        empty="No live order."
        columns={[
          {
            title: "Order",
            isNumber: true,
            text: ({ order }) => String(order),
            cell: ({ order }) => (
              <DialogButton
                label={order}
                name={`Order ${order}`}
                title={`Order ${order}`}
                className="op-figure"
              >
                {() => <OrderDetail account={account} order={String(order)} />}
              </DialogButton>
            ),
          },
          { title: "Contract", text: ({ symbol }) => symbol },
          { title: "What", text: whatOf },
          { title: "State", text: ({ state }) => state },
          { title: "Price", isQuantity: true, text: ({ price }) => price },
          {
            title: "Trigger",
            isQuantity: true,
            text: ({ triggerPrice }) => (/[1-9]/.test(triggerPrice) ? triggerPrice : ""),
          },
          { title: "Left", isQuantity: true, text: ({ remaining }) => remaining },
          { title: "Change", text: () => "", cell: (row) => <Actions account={account} of={row} /> },
        ]}
      />
    </Section>
  );
}

/** What it does, and how its trigger behaves where that is not all that its price says. */
function whatOf({ action, callbackRate, endsWithPosition, priceProtect }: answers.LiveOrder): string {
  return [
    action,
    callbackRate !== undefined && `trails by ${callbackRate}`,
    endsWithPosition && "ends with its position",
    priceProtect && "price protection",
  ]
    .filter(Boolean)
    .join(", ");
}

function Actions({ account, of }: { readonly account: string; readonly of: answers.LiveOrder }) {
  const desk = useOperator();
  const { order, state } = of;
  return (
    <span className="actions">
      {state === "open" && (
        <DialogButton
          label="Amend"
          name={`Amend order ${order}`}
          title={`Amend order ${order}`}
          className="link"
        >
          {(close) => <AmendForm account={account} of={of} onDone={close} />}
        </DialogButton>
      )}
      <Button
        className="link"
        aria-label={`Cancel order ${order}`}
        onPress={() =>
          desk.press(`Order ${order} is canceled`, () => desk.control.call("POST orders/cancel", { order }))
        }
      >
        Cancel
      </Button>
    </span>
  );
}

/** Everything that is known of an order, live or ended. */
function OrderDetail({ account, order }: { readonly account: string; readonly order: string }) {
  const { data, failure } = useAnswer("GET orders/show", { account, order });
  if (data === undefined) return <p className="wait">{failure ?? "Asking…"}</p>;
  const terms = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === "number" && name.endsWith("Time") ? `${dateTime(value)} UTC` : String(value),
    ]),
  );
  return (
    <dl className="op-terms">
      {Object.entries(terms)
        .filter(([, value]) => value !== "")
        .map(([name, value]) => {
          const meaning = meaningOf("orderEnded", name);
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {meaning === undefined ? (
                  value
                ) : (
                  <JournalAmount
                    record={`order ${order}`}
                    field={name}
                    value={value}
                    meaning={meaning}
                    terms={terms}
                  />
                )}
              </dd>
            </div>
          );
        })}
    </dl>
  );
}

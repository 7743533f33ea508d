import { useState } from "react";
import { isDecimal } from "../../../../interface/wire/decimal.ts";
import { type LiveOrder, wholeDeedOf } from "../../account/liveOrder.ts";
import type { Desk } from "../../desk/desk.ts";
import { isOneWay } from "../../desk/orderRequest.ts";
import { type Amendment, amend, amendmentEffect } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";
import { DecimalField } from "../../parts/decimalField.tsx";
import { DialogButton } from "../../parts/dialog.tsx";
import { SendButton } from "../../parts/sending.tsx";

/** Changes an order's price and size by typing: the price as by dragging its line. */
export function MoveOrder({
  order,
  contract,
}: {
  readonly order: LiveOrder;
  readonly contract: Contract | undefined;
}) {
  const name = `Edit ${nameOf(useDesk(), order)}`;
  return (
    <DialogButton label="Edit" name={name} title="Amend the order">
      {(close) => <AmendForm order={order} contract={contract} onDone={close} />}
    </DialogButton>
  );
}

/** Name of an order, for readers who do not see the row that something belongs to: "open long BTC/USDT". */
export function nameOf(desk: Desk, order: LiveOrder): string {
  return `${wholeDeedOf(order, isOneWay(desk))} ${desk.contractOf(order.symbol)?.name ?? order.symbol}`;
}

/** Price and size of a resting order; trigger, execution price and size of a waiting one. */
function AmendForm({
  order,
  contract,
  onDone,
}: {
  readonly order: LiveOrder;
  readonly contract: Contract | undefined;
  readonly onDone: () => void;
}) {
  const desk = useDesk();
  const before = {
    triggerPrice: order.trigger?.price ?? "",
    price: order.price ?? "",
    // For a take-profit or stop-loss of a whole position the venue says size 0.
    size: big(order.size).eq("0") ? "" : order.size,
  };
  const [typed, setTyped] = useState(before);
  const change = (fields: Partial<typeof before>) => setTyped({ ...typed, ...fields });
  const { tick = "0.01", lot = "0.0001" } = contract ?? {};
  const waits = order.trigger !== undefined;
  const trails = order.trigger?.follows !== undefined;
  const hasSize = order.trigger?.endsWithPosition !== true;
  const asked = (Object.keys(before) as (keyof typeof before)[]).filter(
    (key) => typed[key] !== "" && isDecimal(typed[key]) && !isSame(typed[key], before[key]),
  );
  const to: Amendment = Object.fromEntries(asked.map((key) => [key, typed[key]]));
  const isWhole = (Object.keys(before) as (keyof typeof before)[]).every((key) =>
    typed[key] === "" ? before[key] === "" : isDecimal(typed[key]),
  );
  return (
    <SendButton
      label="Amend"
      isDisabled={!isWhole || asked.length === 0}
      about={JSON.stringify(typed)}
      send={() => amend(desk, order, to)}
      onSent={onDone}
    >
      {waits && !trails && (
        <DecimalField
          label="Trigger price"
          value={typed.triggerPrice}
          step={tick}
          onChange={(triggerPrice) => change({ triggerPrice })}
        />
      )}
      {!trails && (
        <DecimalField
          label={before.price === "" ? "Price, none: at market" : "Price"}
          value={typed.price}
          step={tick}
          onChange={(price) => change({ price })}
        />
      )}
      {hasSize && (
        <DecimalField
          label={
            waits
              ? before.size === ""
                ? "Size, none: the whole position"
                : "Size"
              : "Size, what is filled included"
          }
          value={typed.size}
          step={lot}
          onChange={(size) => change({ size })}
        />
      )}
      <p className="note">{asked.length > 0 ? amendmentEffect(order, to) : "The order keeps its id."}</p>
    </SendButton>
  );
}

function isSame(a: string, b: string): boolean {
  return b !== "" && big(a).eq(b);
}

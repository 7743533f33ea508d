import { useState } from "react";
import { isDecimal } from "../../../../interface/wire/decimal.ts";
import type { v2 } from "../../../../interface/wire/index.ts";
import { exitsOf, sideOf } from "../../account/liveOrder.ts";
import { cancelSome, closeSome } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big, withThousands } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";
import { Choice, Toggle } from "../../parts/choice.tsx";
import { DecimalField } from "../../parts/decimalField.tsx";
import { SendButton } from "../../parts/sending.tsx";
import { useStore } from "../../state/useStore.ts";

const SHARES = ["25", "50", "75", "100"] as const;

/** Closes a share of a leg, at market or at a price. */
export function CloseForm({
  position,
  contract,
  onDone,
}: {
  readonly position: v2.Position;
  readonly contract: Contract | undefined;
  readonly onDone: () => void;
}) {
  const desk = useDesk();
  const [kind, setKind] = useState<"market" | "limit">("market");
  const [price, setPrice] = useState("");
  const [size, setSize] = useState(big(position.size).toFixed());
  const [cancels, setCancels] = useState(true);
  const orders = useStore(desk.account.view, (view) => view?.orders) ?? [];
  const lot = contract?.lot ?? "0.0001";
  const share = SHARES.find((each) => shareOf(position.size, each, lot) === size) ?? "";
  const left = exitsOf(position, orders);
  const clears = left.length > 0 && cancels && kind === "market" && size === big(position.size).toFixed();
  return (
    <SendButton
      label={`Close ${sideOf(position)}`}
      tone={sideOf(position) === "long" ? "short" : "long"}
      isDisabled={!isDecimal(size) || (kind === "limit" && !isDecimal(price))}
      about={`${kind} ${price} ${size}`}
      send={async () =>
        (await closeSome(desk, position, size, kind === "limit" ? price : undefined)) ??
        (clears ? await cancelSome(desk, left) : undefined)
      }
      onSent={onDone}
    >
      <Choice
        label="Kind of order"
        className="choice wide"
        value={kind}
        options={[
          ["market", "Market"],
          ["limit", "Limit"],
        ]}
        onChange={setKind}
      />
      {kind === "limit" && (
        <DecimalField label="Price" value={price} step={contract?.tick ?? "0.01"} onChange={setPrice} />
      )}
      <DecimalField label="Size" value={size} step={lot} onChange={setSize} />
      <Choice
        label="Share"
        value={share}
        options={SHARES.map((each) => [each as string, `${each} %`] as const)}
        onChange={(each) => setSize(shareOf(position.size, each, lot))}
      />
      <p className="note">
        Of {withThousands(position.size)} {contract?.coin} held.
      </p>
      <LeftTriggers count={left.length} isCancelled={cancels} onChange={setCancels} />
    </SendButton>
  );
}

/**
 * Offers to cancel what waits for a price to close a leg, with the leg: by itself it stays, and closes the
 * next one.
 */
export function LeftTriggers({
  count,
  isCancelled,
  onChange,
}: {
  readonly count: number;
  readonly isCancelled: boolean;
  readonly onChange: (isCancelled: boolean) => void;
}) {
  if (count === 0) return null;
  return (
    <>
      <Toggle isSelected={isCancelled} onChange={onChange}>
        Cancel its {count === 1 ? "trigger" : `${count} triggers`} with it
      </Toggle>
      <p className="note">What is left waits on, and closes the next position of this side.</p>
    </>
  );
}

/** A share in whole lots, rounded down; a share of 100 % is the whole size. */
function shareOf(size: string, share: string, lot: string): string {
  return big(size).times(share).div("100").div(lot).round(0, 0).times(lot).toFixed();
}

import { useState } from "react";
import { isDecimal } from "../../../../interface/wire/decimal.ts";
import type { v2 } from "../../../../interface/wire/index.ts";
import { adjustMargin } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big, fixed, withThousands } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";
import { Choice } from "../../parts/choice.tsx";
import { DecimalField } from "../../parts/decimalField.tsx";
import { SendButton } from "../../parts/sending.tsx";
import { useStore } from "../../state/useStore.ts";
import { LegFacts } from "./legFacts.tsx";
import { liquidationAfter } from "./legNumbers.ts";

/** Adds to the margin of an isolated leg, or takes some out. */
export function MarginForm({
  position,
  contract,
  onDone,
}: {
  readonly position: v2.Position;
  readonly contract: Contract | undefined;
  readonly onDone: () => void;
}) {
  const desk = useDesk();
  const [way, setWay] = useState<"in" | "out">("in");
  const [amount, setAmount] = useState("");
  const available = useStore(desk.account.view, (view) => view?.assets[0]?.available);
  const change = isDecimal(amount) ? big(amount).times(way === "in" ? "1" : "-1") : big("0");
  const after = liquidationAfter(position, change.toFixed(), contract?.grid.priceDecimals ?? 2);
  return (
    <SendButton
      label={way === "in" ? "Add margin" : "Remove margin"}
      isDisabled={!isDecimal(amount)}
      about={`${way} ${amount}`}
      send={() => adjustMargin(desk, position, change.toFixed())}
      onSent={onDone}
    >
      <LegFacts position={position} contract={contract}>
        <dt>Margin of its own</dt>
        <dd className="num">{fixed(position.isolated_margin, 2)} USDT</dd>
        <dt>Available</dt>
        <dd className="num">{available === undefined ? "…" : `${fixed(available, 2)} USDT`}</dd>
        <dt>Liquidation</dt>
        <dd className="num">{liquidationText(position.liquidatePrice)}</dd>
        <dt>Liquidation after it, about</dt>
        <dd className="num">{liquidationText(after)}</dd>
      </LegFacts>
      <Choice
        label="Which way"
        className="choice wide"
        value={way}
        options={[
          ["in", "Add"],
          ["out", "Remove"],
        ]}
        onChange={setWay}
      />
      <DecimalField label="Amount USDT" value={amount} step="0.00000001" onChange={setAmount} />
    </SendButton>
  );
}

function liquidationText(price: string): string {
  return big(price).lte("0") ? "none" : withThousands(price);
}

import { useState } from "react";
import { isDecimal } from "../../../wire/decimal.ts";
import type { v2 } from "../../../wire/index.ts";
import { adjustMargin } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { fixed } from "../../format/decimal.ts";
import { Choice } from "../../parts/choice.tsx";
import { DecimalField } from "../../parts/decimalField.tsx";
import { SendButton } from "../../parts/sending.tsx";

/** Adds to the margin of an isolated leg, or takes some out. */
export function MarginForm({
  position,
  onDone,
}: {
  readonly position: v2.Position;
  readonly onDone: () => void;
}) {
  const desk = useDesk();
  const [way, setWay] = useState<"in" | "out">("in");
  const [amount, setAmount] = useState("");
  return (
    <>
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
      <p className="note">The position has {fixed(position.isolated_margin, 2)} USDT of its own.</p>
      <SendButton
        label={way === "in" ? "Add margin" : "Remove margin"}
        isDisabled={!isDecimal(amount)}
        about={`${way} ${amount}`}
        send={() => adjustMargin(desk, position, way === "in" ? amount : `-${amount}`)}
        onSent={onDone}
      />
    </>
  );
}

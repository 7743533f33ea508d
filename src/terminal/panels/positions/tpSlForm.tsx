import { useContext, useState } from "react";
import { Button } from "react-aria-components";
import { isDecimal } from "../../../wire/decimal.ts";
import type { v2 } from "../../../wire/index.ts";
import type { LiveOrder } from "../../account/liveOrder.ts";
import { cancel, setTpSl } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import type { Contract } from "../../market/contract.ts";
import { DecimalField } from "../../parts/decimalField.tsx";
import { Connected, SendButton } from "../../parts/sending.tsx";

type Purpose = "takeProfit" | "stopLoss";

/** Sets, moves and removes the take-profit and the stop-loss of a whole leg. */
export function TpSlForm({
  position,
  contract,
  takeProfit,
  stopLoss,
  onDone,
}: {
  readonly position: v2.Position;
  readonly contract: Contract | undefined;
  readonly takeProfit: LiveOrder | undefined;
  readonly stopLoss: LiveOrder | undefined;
  readonly onDone: () => void;
}) {
  const part = { position, contract, onDone };
  return (
    <>
      <Part {...part} purpose="takeProfit" name="Take profit" known={takeProfit} />
      <Part {...part} purpose="stopLoss" name="Stop loss" known={stopLoss} />
      <p className="note">Each closes the whole position at market when the price comes to its trigger.</p>
    </>
  );
}

function Part({
  position,
  contract,
  purpose,
  name,
  known,
  onDone,
}: {
  readonly position: v2.Position;
  readonly contract: Contract | undefined;
  readonly purpose: Purpose;
  readonly name: string;
  readonly known: LiveOrder | undefined;
  readonly onDone: () => void;
}) {
  const desk = useDesk();
  const before = known?.trigger?.price ?? "";
  const [price, setPrice] = useState(before);
  const isConnected = useContext(Connected);
  return (
    <div className="field-group">
      <DecimalField label={`${name} at`} value={price} step={contract?.tick ?? "0.01"} onChange={setPrice} />
      <div className="two">
        <SendButton
          label={known === undefined ? `Set ${name.toLowerCase()}` : "Move"}
          isDisabled={!isDecimal(price) || price === before}
          about={price}
          send={() => setTpSl(desk, position, purpose, price, known)}
          onSent={onDone}
        />
        {known !== undefined && (
          <Button
            className="button tall"
            isDisabled={!isConnected}
            onPress={() => {
              void cancel(desk, known);
              onDone();
            }}
          >
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}

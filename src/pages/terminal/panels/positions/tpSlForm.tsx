import { useContext, useState } from "react";
import { Button } from "react-aria-components";
import { isDecimal } from "../../../../interface/wire/decimal.ts";
import type { v2 } from "../../../../interface/wire/index.ts";
import type { LiveOrder } from "../../account/liveOrder.ts";
import { cancel, setTpSl } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big, withThousands } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";
import { DecimalField } from "../../parts/decimalField.tsx";
import { Connected, SendButton } from "../../parts/sending.tsx";
import { LegFacts } from "./legFacts.tsx";
import { unrealizedAt } from "./legNumbers.ts";

type Purpose = "takeProfit" | "stopLoss";

/** Sets, moves and removes the take-profit and the stop-loss of a whole leg. */
export function TpSlForm({
  position,
  contract,
  takeProfit,
  stopLoss,
}: {
  readonly position: v2.Position;
  readonly contract: Contract | undefined;
  readonly takeProfit: LiveOrder | undefined;
  readonly stopLoss: LiveOrder | undefined;
}) {
  const part = { position, contract };
  return (
    <>
      <LegFacts position={position} contract={contract} />
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
}: {
  readonly position: v2.Position;
  readonly contract: Contract | undefined;
  readonly purpose: Purpose;
  readonly name: string;
  readonly known: LiveOrder | undefined;
}) {
  const desk = useDesk();
  const before = known?.trigger?.price ?? "";
  const [price, setPrice] = useState(before);
  const isConnected = useContext(Connected);
  const gained = isDecimal(price) ? unrealizedAt(position, price) : "0";
  return (
    <div className="field-group">
      <SendButton
        label={known === undefined ? `Set ${name.toLowerCase()}` : `Move ${name.toLowerCase()}`}
        isDisabled={!isDecimal(price) || isSame(price, before)}
        about={price}
        send={() => setTpSl(desk, position, purpose, price, known)}
        onSent={() => undefined} // its twin may be set, too
      >
        <DecimalField
          label={`${name} at`}
          value={price}
          step={contract?.tick ?? "0.01"}
          onChange={setPrice}
        />
        {isDecimal(price) && (
          <p className="note">
            {gained.startsWith("-") ? "Loses" : "Brings"} {withThousands(big(gained).abs().toFixed(2))}{" "}
            {contract?.quote} at that price, before fees.
          </p>
        )}
      </SendButton>
      {known !== undefined && (
        <Button
          className="button"
          isDisabled={!isConnected}
          onPress={() => {
            void cancel(desk, known);
            setPrice("");
          }}
        >
          Remove {name.toLowerCase()}
        </Button>
      )}
    </div>
  );
}

function isSame(price: string, before: string): boolean {
  return before !== "" && big(price).eq(before);
}

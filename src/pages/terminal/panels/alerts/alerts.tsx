import { useState } from "react";
import { Button } from "react-aria-components";
import { isDecimal } from "../../../../interface/wire/decimal.ts";
import { addAlert, alerts, removeAlert } from "../../desk/alerts.ts";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { big, withThousands } from "../../format/decimal.ts";
import { DecimalField } from "../../parts/decimalField.tsx";
import { DialogButton } from "../../parts/dialog.tsx";
import { Bell } from "../../parts/icons.tsx";
import { SendButton } from "../../parts/sending.tsx";
import { useStore } from "../../state/useStore.ts";

/** Price alerts, stored by this browser. */
export function AlertsButton() {
  return (
    <DialogButton label={<Bell />} name="Price alerts" title="Price alerts" className="close">
      {() => <Alerts />}
    </DialogButton>
  );
}

function Alerts() {
  const desk = useDesk();
  const contract = useContract();
  const all = useStore(alerts);
  const last = useStore(desk.market.ticker, (ticker) => ticker?.lastPrice);
  const [price, setPrice] = useState("");
  const add = async () => {
    if (last !== undefined) addAlert({ symbol: contract.symbol, price, isAbove: big(price).gt(last) });
    return undefined;
  };
  return (
    <>
      <SendButton
        label="Add"
        isDisabled={!isDecimal(price) || last === undefined}
        send={add}
        onSent={() => setPrice("")}
      >
        <DecimalField
          label={`Tell me when ${contract.name} comes to`}
          value={price}
          step={contract.tick}
          onChange={setPrice}
        />
      </SendButton>
      <ul className="alert-list" aria-label="Alerts">
        {all.map((alert) => (
          <li key={`${alert.symbol} ${alert.price} ${alert.isAbove}`}>
            <span>
              {desk.contractOf(alert.symbol)?.name ?? alert.symbol} {alert.isAbove ? "rises" : "falls"} to{" "}
              {withThousands(alert.price)}
            </span>
            <Button className="link" onPress={() => removeAlert(alert)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <p className="note">
        Watched while this page shows the contract. A position within 5 % of its liquidation price is told
        without an alert.
      </p>
    </>
  );
}

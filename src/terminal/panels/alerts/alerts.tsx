import { useState } from "react";
import { Button } from "react-aria-components";
import { isDecimal } from "../../../wire/decimal.ts";
import { addAlert, alerts, removeAlert } from "../../desk/alerts.ts";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { big, dressed } from "../../format/decimal.ts";
import { DecimalField } from "../../parts/decimalField.tsx";
import { DialogButton } from "../../parts/dialog.tsx";
import { Bell } from "../../parts/icons.tsx";
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
  const add = () => {
    if (last === undefined) return;
    addAlert({ symbol: contract.symbol, price, isAbove: big(price).gt(last) });
    setPrice("");
  };
  return (
    <>
      <DecimalField
        label={`Tell me when ${contract.name} comes to`}
        value={price}
        step={contract.tick}
        onChange={setPrice}
      />
      <Button
        className="button tall primary"
        isDisabled={!isDecimal(price) || last === undefined}
        onPress={add}
      >
        Add
      </Button>
      <ul className="alert-list" aria-label="Alerts">
        {all.map((alert) => (
          <li key={`${alert.symbol} ${alert.price} ${alert.isAbove}`}>
            <span>
              {desk.contractOf(alert.symbol)?.name ?? alert.symbol} {alert.isAbove ? "rises" : "falls"} to{" "}
              {dressed(alert.price)}
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

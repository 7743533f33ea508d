import "./ticket.css";
import { useState } from "react";
import { Button } from "react-aria-components";
import { isDecimal } from "../../../wire/decimal.ts";
import type { OrderKind } from "../../desk/draft.ts";
import { place, type Side } from "../../desk/trading.ts";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { dressed, fixed } from "../../format/decimal.ts";
import { Choice } from "../../parts/choice.tsx";
import { DecimalField } from "../../parts/decimalField.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useStore } from "../../state/store.ts";

const KINDS: readonly (readonly [OrderKind, string])[] = [
  ["limit", "Limit"],
  ["market", "Market"],
  ["trigger", "Trigger"],
];

/** Where orders are made: what is typed here is what is sent. */
export function TicketPanel() {
  const desk = useDesk();
  const contract = useContract();
  const draft = useStore(desk.draft);
  const asset = useStore(desk.account.view, (view) => view?.assets[0]);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const change = (fields: Partial<typeof draft>) => {
    setRefusal(undefined);
    desk.draft.change(fields);
  };
  const isWhole =
    isDecimal(draft.size) &&
    (draft.kind !== "limit" || isDecimal(draft.price)) &&
    (draft.kind !== "trigger" || isDecimal(draft.trigger));
  const send = async (side: Side) => {
    setBusy(true);
    setRefusal(await place(desk, draft, side, draft.size));
    setBusy(false);
  };
  const verb = draft.opens ? "Open" : "Close";
  return (
    <Panel name="ticket" title="Order" isBare>
      <div className="ticket">
        <Choice
          label="Open or close"
          className="choice wide"
          value={draft.opens ? "open" : "close"}
          options={[
            ["open", "Open"],
            ["close", "Close"],
          ]}
          onChange={(word) => change({ opens: word === "open" })}
        />
        <Choice label="Kind" value={draft.kind} options={KINDS} onChange={(kind) => change({ kind })} />
        {draft.kind === "trigger" && (
          <DecimalField
            label={`Trigger price ${contract.quote}`}
            value={draft.trigger}
            step={contract.tick}
            onChange={(trigger) => change({ trigger })}
          />
        )}
        {draft.kind !== "market" && (
          <DecimalField
            label={`Price ${contract.quote}`}
            value={draft.price}
            step={contract.tick}
            onChange={(price) => change({ price })}
          />
        )}
        <DecimalField
          label={`Size ${contract.coin}`}
          value={draft.size}
          step={contract.lot}
          onChange={(size) => change({ size })}
        />
        <dl className="terms">
          <dt>Available</dt>
          <dd>{asset === undefined ? "…" : `${fixed(asset.available, 2)} ${asset.coinName}`}</dd>
          <dt>Smallest order</dt>
          <dd>
            {dressed(contract.lot)} {contract.coin}
          </dd>
        </dl>
        {refusal !== undefined && (
          <p className="refusal" role="alert">
            {refusal}
          </p>
        )}
        <div className="ticket-foot">
          <Button
            className={`button tall ${draft.opens ? "long" : "short"}`}
            isDisabled={!isWhole || isBusy}
            onPress={() => send("long")}
          >
            {verb} long
          </Button>
          <Button
            className={`button tall ${draft.opens ? "short" : "long"}`}
            isDisabled={!isWhole || isBusy}
            onPress={() => send("short")}
          >
            {verb} short
          </Button>
        </div>
      </div>
    </Panel>
  );
}

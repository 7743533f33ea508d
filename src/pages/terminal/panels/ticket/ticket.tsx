import "./ticket.css";
import { useContext, useState } from "react";
import { Button, Input, Label, TextField } from "react-aria-components";
import { isDecimal } from "../../../../interface/wire/decimal.ts";
import { buys, capital, deedOf } from "../../account/liveOrder.ts";
import type { DraftOrder, OrderKind, SizeUnit, TimeInForce } from "../../desk/draft.ts";
import { type Side, sidesShown } from "../../desk/orderRequest.ts";
import { place } from "../../desk/trading.ts";
import { useContract, useDesk, useIsOneWay } from "../../desk/useDesk.ts";
import { Choice, Toggle } from "../../parts/choice.tsx";
import { DecimalField } from "../../parts/decimalField.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Connected, Refusal, useSending } from "../../parts/sending.tsx";
import { useStore } from "../../state/useStore.ts";
import { Estimate } from "./estimate.tsx";
import { MarginSettings } from "./marginSettings.tsx";

const KINDS: readonly (readonly [OrderKind, string])[] = [
  ["limit", "Limit"],
  ["market", "Market"],
  ["trigger", "Trigger"],
];

const TIMES: readonly (readonly [TimeInForce, string, string])[] = [
  ["gtc", "GTC", "GTC, good till cancelled"],
  ["postOnly", "Post only", "Post only: it rests, or is not placed"],
  ["ioc", "IOC", "IOC, immediate or cancel"],
  ["fok", "FOK", "FOK, fill or kill"],
];

const SHARES = ["25", "50", "75", "100"] as const;

/** Where orders are made: what is typed here is sent. The order of the fields is the tab order. */
export function TicketPanel() {
  const { draft: store } = useDesk();
  const contract = useContract();
  const draft = useStore(store);
  const change = (fields: Partial<DraftOrder>) => store.change(fields);
  const { tick, lot, quote, coin } = contract;
  const isOneWay = useIsOneWay();
  return (
    <Panel name="ticket" title="Order ticket" isBare>
      <div className="ticket">
        <Choice
          label={isOneWay ? "Any order or reduce only" : "Open or close"}
          className="choice wide"
          value={draft.opens ? "open" : "close"}
          options={[
            ["open", isOneWay ? "Buy or sell" : "Open"],
            ["close", isOneWay ? "Reduce only" : "Close"],
          ]}
          onChange={(word) => change({ opens: word === "open" })}
        />
        <MarginSettings />
        <Choice
          label="Kind of order"
          value={draft.kind}
          options={KINDS}
          onChange={(kind) => change({ kind })}
        />
        {draft.kind === "trigger" && (
          <DecimalField
            label={`Trigger price ${quote}`}
            value={draft.trigger}
            step={tick}
            onChange={(trigger) => change({ trigger })}
          />
        )}
        {draft.kind !== "market" && (
          <DecimalField
            label={draft.kind === "trigger" ? `Price ${quote}, none: at market` : `Price ${quote}`}
            value={draft.price}
            step={tick}
            onChange={(price) => change({ price })}
          />
        )}
        <SizeField />
        {draft.opens && draft.kind !== "trigger" && (
          <Toggle isSelected={draft.hasTpSl} onChange={(hasTpSl) => change({ hasTpSl })}>
            Take profit, stop loss
          </Toggle>
        )}
        {draft.opens && draft.kind !== "trigger" && draft.hasTpSl && (
          <div className="two">
            <DecimalField
              label="Take profit"
              value={draft.takeProfit}
              step={tick}
              onChange={(takeProfit) => change({ takeProfit })}
            />
            <DecimalField
              label="Stop loss"
              value={draft.stopLoss}
              step={tick}
              onChange={(stopLoss) => change({ stopLoss })}
            />
          </div>
        )}
        {draft.kind === "limit" && (
          <Choice
            label="Time in force"
            className="choice wide"
            value={draft.timeInForce}
            options={TIMES}
            onChange={(timeInForce) => change({ timeInForce })}
          />
        )}
        {draft.clientId !== undefined && (
          <TextField
            className="field"
            value={draft.clientId}
            onChange={(clientId) => change({ clientId })}
            autoComplete="off"
          >
            <Label>Client order id, none: one of the page's</Label>
            <Input className="input" maxLength={40} spellCheck={false} />
          </TextField>
        )}
        <Estimate />
        <Submit />
        <p className="unseen">
          Sizes are multiples of {lot} {coin}, prices of {tick} {quote}.
        </p>
      </div>
    </Panel>
  );
}

function SizeField() {
  const { draft: store } = useDesk();
  const { lot, coin, quote } = useContract();
  const draft = useStore(store);
  const units: readonly (readonly [SizeUnit, string])[] = [
    ["coin", coin],
    ["quote", quote],
    ...(draft.kind === "trigger" && draft.opens ? [] : [["share", "%"] as const]),
  ];
  return (
    <div className="size-field">
      <DecimalField
        label="Size"
        value={draft.size}
        step={draft.unit === "coin" ? lot : "0.01"}
        onChange={(size) => store.change({ size })}
      />
      <Choice
        label="Unit of the size"
        value={draft.unit}
        options={units}
        onChange={(unit) => store.change({ unit, size: "" })}
      />
      {!(draft.kind === "trigger" && draft.opens) && (
        <div className="shares">
          {SHARES.map((share) => (
            <Button
              key={share}
              className="button small"
              onPress={() => store.change({ unit: "share", size: share })}
            >
              {share} %
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** What is missing for the draft to be an order. */
function lackOf({ kind, price, trigger, size, unit }: DraftOrder): string {
  if (kind === "trigger" && !isDecimal(trigger))
    return "Which price should it wait for? Give a trigger price.";
  if (kind === "limit" && !isDecimal(price)) return "At which price? Give one, or choose Market.";
  if (!isDecimal(size)) return "How much? Give a size.";
  return unit === "share"
    ? "The venue has not said yet how much that share is."
    : "That is less than the smallest size.";
}

/**
 * The two buttons; each says what it does and stays visible. While the venue is there they can be pressed,
 * and then say what is missing: keys skip a disabled button, and one that becomes disabled while it is
 * pressed loses the focus.
 */
function Submit() {
  const desk = useDesk();
  const draft = useStore(desk.draft);
  useStore(desk.account.view, (view) => view?.positions);
  useStore(desk.estimates);
  useStore(desk.market.ticker, (ticker) => ticker?.lastPrice);
  const [side, setSide] = useState<Side>();
  const sending = useSending(draft);
  const isConnected = useContext(Connected);
  const press = (pressed: Side) =>
    sending.send(async () => {
      const size = desk.estimates.sizeOf(draft, pressed);
      if (size === undefined) return lackOf(draft);
      setSide(pressed);
      return place(desk, draft, pressed, size);
    });
  const isOneWay = useIsOneWay();
  // Buying is the colour of up, whether it opens a long or closes a short.
  const tone = (of: Side) => (buys({ opens: draft.opens, side: of }) ? "long" : "short");
  return (
    <div className="ticket-foot">
      <Refusal of={sending} />
      {sidesShown(draft.opens, isOneWay).map((of) => (
        <Button
          key={of}
          className={`button tall ${tone(of)}`}
          isDisabled={!isConnected}
          onPress={() => void press(of)}
        >
          {sending.isBusy && side === of
            ? "Sending…"
            : capital(deedOf({ opens: draft.opens, side: of }, isOneWay))}
        </Button>
      ))}
    </div>
  );
}

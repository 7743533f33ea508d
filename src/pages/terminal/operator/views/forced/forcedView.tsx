import { useState } from "react";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { big, signedPercent, withThousands } from "../../../format/decimal.ts";
import { dateTime } from "../../../format/time.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { usePolled } from "../../desk/polled.ts";
import {
  useAnswer,
  useNameOf,
  useNames,
  useOperator,
  useReferencedSend,
  useSymbols,
} from "../../desk/useOperator.ts";
import { amountText } from "../../explain/amount.ts";
import { LiquidationButton } from "../../explain/liquidationExplained.tsx";
import { ConfirmButton } from "../../parts/confirm.tsx";
import { PickField, TextInput } from "../../parts/fields.tsx";
import { PositionField, SHARED_POSITIONS } from "../../parts/positionField.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";
import { Directives } from "./directives.tsx";
import { Faults } from "./faults.tsx";

/** Makes things happen now that otherwise happen seldom. */
export function ForcedView() {
  return (
    <div className="op-grid wide">
      <div className="op-cell">
        <Liquidate />
        <Directives />
        <Faults />
        <FundForms />
        <Funding />
      </div>
      <Deleverage />
    </div>
  );
}

function Liquidate() {
  const desk = useOperator();
  const names = useNames("user", "house", "paper");
  const [picked, setPicked] = useState("");
  const [position, setPosition] = useState(SHARED_POSITIONS);
  const name = picked === "" ? (names[0]?.[0] ?? "") : picked;
  const isShared = position === SHARED_POSITIONS;
  return (
    <Section title="Liquidation">
      <div className="op-form">
        <PickField
          label="Account"
          value={name}
          options={names}
          onChange={(account) => {
            setPicked(account);
            setPosition(SHARED_POSITIONS);
          }}
        />
        {name !== "" && <PositionField account={name} value={position} onChange={setPosition} />}
        <p className="note">
          What it holds goes through the whole ladder, whatever its margin; what nobody takes the insurance
          fund does.
        </p>
        <span className="actions">
          <ConfirmButton
            label="Liquidate"
            name={`Liquidate ${name}`}
            title={`Liquidate ${name}`}
            word={name}
            isDisabled={name === ""}
            send={() =>
              desk.act(`${name} is liquidated`, () =>
                desk.control.call("POST accounts/liquidate", {
                  account: name,
                  ...(!isShared && { position }),
                }),
              )
            }
          >
            {isShared ? "Every shared position" : `Position ${position}`} of {name} is closed now.
          </ConfirmButton>
          {name !== "" && <LiquidationButton account={name} />}
        </span>
      </div>
    </Section>
  );
}

function FundForms() {
  const desk = useOperator();
  const { data: fund } = usePolled(desk.fund);
  const [amount, setAmount] = useState("");
  const [floor, setFloor] = useState("");
  const [notionalMax, setNotionalMax] = useState("");
  const { control } = desk;
  const once = useReferencedSend();
  return (
    <Section title="Insurance fund">
      <div className="op-form">
        <p className="note">
          {fund !== undefined && limitsText(fund)} What it may not take over is deleveraged.
        </p>
        <TextInput label="Amount, USDT" value={amount} onChange={setAmount} isDecimal />
        <span className="actions">
          <SendButton
            label="Pay in"
            isDisabled={amount === ""}
            send={() =>
              desk.act(`${amount} USDT into the fund`, () => once.call("POST fund/deposit", { amount }))
            }
            onSent={() => setAmount("")}
          />
          <SendButton
            label="Take out"
            isDisabled={amount === ""}
            send={() =>
              desk.act(`${amount} USDT out of the fund`, () => once.call("POST fund/withdraw", { amount }))
            }
            onSent={() => setAmount("")}
          />
        </span>
        <div className="two">
          <TextInput label="Floor of its equity" value={floor} onChange={setFloor} isDecimal />
          <TextInput
            label="Takes over at most (0: all)"
            value={notionalMax}
            onChange={setNotionalMax}
            isDecimal
          />
        </div>
        <span className="actions">
          <SendButton
            label="Set its limits"
            isDisabled={floor === "" && notionalMax === ""}
            send={() =>
              desk.act("The fund's limits are set", () =>
                control.call("POST fund/rule", {
                  ...(floor !== "" && { floor }),
                  ...(notionalMax !== "" && { notionalMax }),
                }),
              )
            }
            onSent={() => undefined}
          />
        </span>
      </div>
    </Section>
  );
}

function limitsText({ wallet, floor, notionalMax }: answers.FundView): string {
  const isUnlimited = /^0(?:\.0*)?$/.test(notionalMax);
  const takes = isUnlimited ? "whatever there is" : `at most ${withThousands(notionalMax)} USDT`;
  return `It has ${amountText(wallet)} USDT, keeps at least ${withThousands(floor)} and takes over ${takes}.`;
}

function Funding() {
  const desk = useOperator();
  const { data, failure } = usePolled(desk.funding);
  const { control } = desk;
  return (
    <Section title="Funding" failure={failure}>
      <Table
        name="Funding"
        isBare
        rows={data}
        idOf={({ symbol }) => symbol}
        empty="No contract is listed."
        columns={[
          { title: "Contract", text: ({ symbol }) => symbol },
          {
            title: "Rate",
            isNumber: true,
            text: ({ rate }) => rate,
            cell: ({ rate }) => signedPercent(rate, 4),
          },
          {
            title: "Next, forecast",
            isNumber: true,
            text: ({ forecast }) => forecast,
            cell: ({ forecast }) => signedPercent(forecast, 4),
          },
          { title: "Due, UTC", text: ({ due }) => dateTime(due) },
          {
            title: "Now",
            text: () => "",
            cell: ({ symbol }) => (
              <span className="actions">
                <ConfirmButton
                  label="Settle"
                  name={`Settle funding of ${symbol}`}
                  title={`Settle funding of ${symbol}`}
                  word={symbol}
                  send={() =>
                    desk.act(`Funding of ${symbol} is settled`, () =>
                      control.call("POST funding/settle", { symbol }),
                    )
                  }
                >
                  Longs and shorts pay each other now; the next period ends when it would have.
                </ConfirmButton>
                <ConfirmButton
                  label="Skip"
                  name={`Skip funding of ${symbol}`}
                  title={`Skip funding of ${symbol}`}
                  word={symbol}
                  send={() =>
                    desk.act(`Funding of ${symbol} is skipped`, () =>
                      control.call("POST funding/skip", { symbol }),
                    )
                  }
                >
                  The period ends now, and nobody pays.
                </ConfirmButton>
              </span>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** The queue of auto-deleveraging, and a deleveraging of somebody without a bankruptcy. */
function Deleverage() {
  const symbols = useSymbols();
  const [picked, setPicked] = useState("");
  const symbol = picked === "" ? (symbols[0]?.[0] ?? "") : picked;
  return (
    <Section title="Auto-deleveraging">
      <div className="op-form">
        <PickField label="Contract" value={symbol} options={symbols} onChange={setPicked} />
      </div>
      {symbol !== "" && <Queue symbol={symbol} />}
      {symbol !== "" && <DeleverageForm symbol={symbol} />}
    </Section>
  );
}

function Queue({ symbol }: { readonly symbol: string }) {
  const { data, failure } = useAnswer("GET adl", { symbol });
  const nameOf = useNameOf();
  if (failure !== undefined) return <p className="op-pad danger">{failure}</p>;
  return (
    <Table
      name={`Queue of ${symbol}`}
      isBare
      rows={data}
      idOf={({ position }) => position}
      empty="Nobody holds a position."
      columns={[
        {
          title: "Leg",
          text: ({ leg }) => leg,
          cell: ({ leg }) => <span className={`pill ${leg}`}>{leg}</span>,
        },
        { title: "Rank", isNumber: true, text: ({ rank }) => String(rank) },
        { title: "Light", isNumber: true, text: ({ light }) => `${light} of 5` },
        { title: "Account", text: ({ account }) => nameOf(account) },
        { title: "Size", isQuantity: true, text: ({ size }) => size },
        { title: "Score", isQuantity: true, text: ({ score }) => score },
      ]}
    />
  );
}

function DeleverageForm({ symbol }: { readonly symbol: string }) {
  const desk = useOperator();
  const once = useReferencedSend();
  const names = useNames("user", "house", "paper");
  const [picked, setPicked] = useState("");
  const account = picked === "" ? (names[0]?.[0] ?? "") : picked;
  const [leg, setLeg] = useState<"long" | "short">("long");
  const [size, setSize] = useState("");
  return (
    <div className="op-form op-flow">
      <PickField label="Whose leg" value={account} options={names} onChange={setPicked} />
      <PickField
        label="Leg"
        value={leg}
        options={[
          ["long", "long"],
          ["short", "short"],
        ]}
        onChange={setLeg}
      />
      <TextInput label="Size" value={size} onChange={setSize} isDecimal />
      <SendButton
        label="Deleverage"
        tone="short"
        isDisabled={size === ""}
        send={() =>
          desk.act(
            `${account}: ${size} of its ${leg} is closed against the first in the queue`,
            () => once.call("POST accounts/deleverage", { account, symbol, leg, size }),
            ({ closed }) =>
              big(closed).eq(size)
                ? undefined
                : `${account}: only ${closed} of ${size} of its ${leg} is closed; nobody stands against the rest`,
          )
        }
        onSent={() => setSize("")}
      />
    </div>
  );
}

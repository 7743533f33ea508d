import { useState } from "react";
import { Button } from "react-aria-components";
import type { control as answers } from "../../../../client/index.ts";
import { dressed } from "../../../format/decimal.ts";
import { Choice } from "../../../parts/choice.tsx";
import { DialogButton } from "../../../parts/dialog.tsx";
import { SendButton } from "../../../parts/sending.tsx";
import { hrefOf } from "../../desk/place.ts";
import { useAnswer, useOperator } from "../../desk/useOperator.ts";
import { FIGURE_NAMES, Figure } from "../../explain/figure.tsx";
import { ConfirmButton } from "../../parts/confirm.tsx";
import { TextInput } from "../../parts/fields.tsx";
import { Fact, Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";
import { Keys } from "./keys.tsx";
import { PlaceForm } from "./placeForm.tsx";
import { Settings } from "./settings.tsx";

const FIGURES = ["equity", "wallet", "available", "withdrawable", "unrealized"] as const;
const STATUSES = [
  ["normal", "Normal"],
  ["restricted", "Restricted"],
  ["frozen", "Frozen"],
] as const;

/** An account with everything that may be done to it. */
export function AccountDetail({ name }: { readonly name: string }) {
  const desk = useOperator();
  const { data: account, failure } = useAnswer("GET accounts/show", { account: name });
  if (account === undefined) return <p className="wait">{failure ?? "Asking…"}</p>;
  const { control } = desk;
  return (
    <>
      <Section
        title={name}
        failure={failure}
        aside={
          <span className="actions">
            <MoneyButton account={name} way="deposit" />
            <MoneyButton account={name} way="withdraw" />
            <ConfirmButton
              label="Reset"
              name={`Reset ${name}`}
              title={`Reset ${name}`}
              word={name}
              send={() =>
                desk.act(`${name} is reset`, () => control.call("POST accounts/reset", { account: name }))
              }
            >
              Its orders are canceled, its positions closed at market, and its balance is moved back to its
              first deposit.
            </ConfirmButton>
            <a className="op-link" href={hrefOf("journal", name)}>
              Journal
            </a>
            <a className="op-link" href={hrefOf("requests", name)}>
              Requests
            </a>
          </span>
        }
      >
        <dl className="op-facts">
          {FIGURES.map((figure) => (
            <Fact key={figure} name={`${FIGURE_NAMES[figure]}, USDT`}>
              <Figure
                account={name}
                name={figure}
                value={account[figure]}
                isSigned={figure === "unrealized"}
              />
            </Fact>
          ))}
          <Fact name="Status" isWide>
            <Choice
              label={`Status of ${name}`}
              value={account.status}
              options={STATUSES}
              onChange={(status) => {
                if (status !== account.status)
                  void desk.press(`${name} is ${status}`, () =>
                    control.call("POST accounts/settings", { account: name, status }),
                  );
              }}
            />
          </Fact>
          <Fact name="Limits">
            <Button
              className="link"
              onPress={() =>
                desk.press(account.limitsLifted ? "Limits hold again" : "Limits are lifted", () =>
                  control.call("POST limits/exempt", { account: name, exempt: !account.limitsLifted }),
                )
              }
            >
              {account.limitsLifted ? "lifted: restore" : "in force: lift"}
            </Button>
          </Fact>
        </dl>
      </Section>
      <Positions account={account} />
      <Orders orders={account.orders} name={name} />
      <Keys account={name} />
      <Settings account={account} />
    </>
  );
}

function Positions({ account: { name, positions } }: { readonly account: answers.AccountView }) {
  const desk = useOperator();
  return (
    <Section
      title="Positions"
      aside={
        positions.length > 0 && (
          <ConfirmButton
            label="Close all"
            name={`Close all positions of ${name}`}
            title={`Close all positions of ${name}`}
            word={name}
            send={() =>
              desk.act(`Positions of ${name} are closed`, () =>
                desk.control.call("POST positions/close", { account: name }),
              )
            }
          >
            Each is closed at market, by an order of its own.
          </ConfirmButton>
        )
      }
    >
      <Table
        name={`Positions of ${name}`}
        isBare
        rows={positions}
        idOf={({ position }) => position}
        empty="No position."
        columns={[
          {
            title: "Contract",
            text: ({ symbol }) => symbol,
            cell: ({ symbol }) => <a href={hrefOf("contracts", symbol)}>{symbol}</a>,
          },
          {
            title: "Leg",
            text: ({ leg }) => leg,
            cell: ({ leg }) => <span className={`pill ${leg}`}>{leg}</span>,
          },
          number("Size", ({ size }) => size),
          { title: "Leverage", isNumber: true, text: ({ leverage }) => leverage },
          number("Mark", ({ mark }) => mark),
          {
            title: "Liquidation",
            isNumber: true,
            text: ({ liquidationPrice }) => liquidationPrice,
            cell: ({ liquidationPrice }) => (
              <Figure account={name} name="liquidationPrice" value={liquidationPrice} />
            ),
          },
          {
            title: "Unrealised",
            isNumber: true,
            text: ({ unrealized }) => unrealized,
            cell: ({ unrealized }) => <Figure account={name} name="unrealized" value={unrealized} isSigned />,
          },
          {
            title: "ADL light",
            isNumber: true,
            text: ({ adlLight }) => (adlLight ? `${adlLight} of 5` : ""),
          },
        ]}
      />
    </Section>
  );
}

function number(title: string, text: (row: answers.AccountPosition) => string) {
  return { title, isNumber: true, text, cell: (row: answers.AccountPosition) => dressed(text(row)) };
}

function Orders({ orders, name }: { readonly orders: readonly answers.LiveOrder[]; readonly name: string }) {
  const desk = useOperator();
  return (
    <Section
      title="Live orders"
      aside={
        <DialogButton label="Place…" name={`Place an order of ${name}`} title={`An order of ${name}`}>
          {(close) => <PlaceForm account={name} onDone={close} />}
        </DialogButton>
      }
    >
      <Table
        name={`Live orders of ${name}`}
        isBare={orders.length < 10}
        rows={orders}
        idOf={({ order }) => order}
        empty="No live order."
        columns={[
          { title: "Order", isNumber: true, text: ({ order }) => String(order) },
          { title: "Contract", text: ({ symbol }) => symbol },
          { title: "What", text: ({ action }) => action },
          { title: "State", text: ({ state }) => state },
          { title: "Price", isNumber: true, text: ({ price }) => price },
          {
            title: "Trigger",
            isNumber: true,
            text: ({ triggerPrice }) => (/[1-9]/.test(triggerPrice) ? triggerPrice : ""),
          },
          { title: "Left", isNumber: true, text: ({ remaining }) => remaining },
          {
            title: "Cancel",
            text: () => "",
            cell: ({ order }) => (
              <Button
                className="link"
                aria-label={`Cancel order ${order}`}
                onPress={() =>
                  desk.press(`Order ${order} is canceled`, () =>
                    desk.control.call("POST orders/cancel", { order }),
                  )
                }
              >
                Cancel
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}

function MoneyButton({ account, way }: { readonly account: string; readonly way: "deposit" | "withdraw" }) {
  const title = way === "deposit" ? `Deposit into ${account}` : `Withdraw from ${account}`;
  return (
    <DialogButton label={way === "deposit" ? "Deposit" : "Withdraw"} name={title} title={title}>
      {(close) => <MoneyForm account={account} way={way} onDone={close} />}
    </DialogButton>
  );
}

function MoneyForm({
  account,
  way,
  onDone,
}: {
  readonly account: string;
  readonly way: "deposit" | "withdraw";
  readonly onDone: () => void;
}) {
  const desk = useOperator();
  const [amount, setAmount] = useState("");
  const label = way === "deposit" ? "Deposit" : "Withdraw";
  return (
    <div className="op-form">
      <TextInput label="Amount, USDT" value={amount} onChange={setAmount} isDecimal />
      <SendButton
        label={label}
        isDisabled={amount.trim() === ""}
        send={() =>
          desk.act(`${label}: ${amount.trim()} USDT, ${account}`, () =>
            desk.control.call(`POST money/${way}`, { account, amount: amount.trim() }),
          )
        }
        onSent={onDone}
      />
    </div>
  );
}

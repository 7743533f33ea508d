import { Button } from "react-aria-components";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { fixed, signed, signedPercent, toneOf } from "../../../format/decimal.ts";
import { dateTime } from "../../../format/time.ts";
import { EquityCurve } from "../../../panels/chart/equityCurve.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { DialogButton } from "../../../parts/dialog.tsx";
import { hrefOf } from "../../desk/place.ts";
import { useAnswer, useOperator } from "../../desk/useOperator.ts";
import { FIGURE_NAMES, Figure, MONEY_FIGURES } from "../../explain/figure.tsx";
import { ConfirmButton } from "../../parts/confirm.tsx";
import { Fact, Section } from "../../parts/section.tsx";
import { Keys } from "./keys.tsx";
import { Latency } from "./latency.tsx";
import { LiveOrders } from "./liveOrders.tsx";
import { AmountForm, PaperForm } from "./moneyForms.tsx";
import { Positions } from "./positions.tsx";
import { Settings } from "./settings.tsx";

const STATUSES = [
  ["normal", "Normal"],
  ["restricted", "Restricted"],
  ["frozen", "Frozen"],
] as const;

/** What keeps an account from being as it began. */
function openOf(name: string, { openPositions }: answers.AccountReset): string | undefined {
  if (openPositions.length === 0) return undefined;
  const each = openPositions.map(({ leg, size, symbol }) => `${size} of its ${leg} in ${symbol}`);
  return `${name} is not reset: nobody takes ${each.join(", ")}. Its balance was left alone.`;
}

/** An account with every action on it. */
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
            <DialogButton label="Deposit" name={`Deposit into ${name}`} title={`Deposit into ${name}`}>
              {(close) => <AmountForm account={name} way="Deposit" onDone={close} />}
            </DialogButton>
            <DialogButton label="Withdraw" name={`Withdraw from ${name}`} title={`Withdraw from ${name}`}>
              {(close) => <AmountForm account={name} way="Withdraw" onDone={close} />}
            </DialogButton>
            {account.kind === "user" && (
              <DialogButton
                label="Paper…"
                name={`Paper account of ${name}`}
                title={`Paper account of ${name}`}
              >
                {(close) => <PaperForm account={name} onDone={close} />}
              </DialogButton>
            )}
            <ConfirmButton
              label="Reset"
              name={`Reset ${name}`}
              title={`Reset ${name}`}
              word={name}
              send={() =>
                desk.act(
                  `${name} is reset`,
                  () => control.call("POST accounts/reset", { account: name }),
                  (answer) => openOf(name, answer),
                )
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
          {MONEY_FIGURES.map((figure) => (
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
          {(account.countdowns ?? []).map(({ symbol, which, due }) => (
            <Fact key={symbol} name={`Countdown, ${symbol}`}>
              cancels {which === "all" ? "all orders" : `${which} orders`} at {dateTime(due)} UTC
            </Fact>
          ))}
          <Fact name="Rate limits">
            {account.limitsLifted ? <span className="warn">lifted</span> : "in force"}{" "}
            <Button
              className="link"
              aria-label={account.limitsLifted ? `Restore limits of ${name}` : `Lift limits of ${name}`}
              onPress={() =>
                desk.press(account.limitsLifted ? "Limits hold again" : "Limits are lifted", () =>
                  control.call("POST limits/exempt", { account: name, exempt: !account.limitsLifted }),
                )
              }
            >
              {account.limitsLifted ? "Restore" : "Lift"}
            </Button>
          </Fact>
        </dl>
      </Section>
      <Performance account={name} />
      <Positions account={account} />
      <LiveOrders account={name} orders={account.orders} />
      <Keys account={name} />
      <Settings account={account} />
      <Latency account={account} />
    </>
  );
}

/** The equity of the last 30 days as a curve, and what it comes to. */
function Performance({ account }: { readonly account: string }) {
  const equity = useAnswer("GET accounts/equity", { account, granularity: "1h", limit: 1_000 });
  const { data: performance, failure } = useAnswer("GET accounts/performance", { account });
  const points = equity.data?.points ?? [];
  if (performance === undefined || points.length === 0) return null;
  return (
    <Section title={`Performance of ${account}`} failure={failure ?? equity.failure}>
      <EquityCurve points={points} />
      <dl className="op-facts">
        {factsOf(performance).map(([name, value, tone]) => (
          <Fact key={name} name={name}>
            <span className={`num ${tone}`}>{value}</span>
          </Fact>
        ))}
      </dl>
    </Section>
  );
}

function factsOf(of: answers.Performance): readonly (readonly [string, string, string])[] {
  const share = (value: string) => (value === "" ? "–" : signedPercent(value).replace(/^\+/, ""));
  return [
    ["PnL in 30 days, USDT", signed(of.pnl, 2), toneOf(of.pnl)],
    ["Return", signedPercent(of.return), toneOf(of.return)],
    ["Deepest drawdown", share(of.drawdown), "flat"],
    ["Sharpe", of.sharpe === "" ? "–" : fixed(of.sharpe, 2), "flat"],
    ["Paid in, USDT", signed(of.deposited, 2), "flat"],
    ["Fees, USDT", fixed(of.fees, 2), "flat"],
    ["Funding, USDT", signed(of.funding, 2), toneOf(of.funding)],
    ["Turnover, USDT", fixed(of.turnover, 2), "flat"],
    ["Of it as maker", share(of.makerShare), "flat"],
    ["Closed, of them won", `${of.closed}, ${share(of.winRate)}`, "flat"],
    ...of.contracts.map(
      ({ symbol, net }) => [`Net of ${symbol}, USDT`, signed(net, 2), toneOf(net)] as const,
    ),
  ];
}

import "./assets.css";
import { Fragment } from "react";
import { type Pending as PendingMoney, pendingNumbers, type RowNumber } from "../../account/rowNumbers.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big, fixed, signed, toneOf } from "../../format/decimal.ts";
import { useStore } from "../../state/useStore.ts";
import { ExplainButton, ExplainRow } from "../explain/explainButton.tsx";
import { Performance } from "./performance.tsx";

/** The account's balances, their state and their performance. Every figure opens where it comes from. */
export function Assets() {
  const desk = useDesk();
  const assets = useStore(desk.account.view, (view) => view?.assets);
  const pending = useStore(desk.account.view, (view) => view?.pending);
  if (assets === undefined) return <p className="wait">Reading the account…</p>;
  if (assets.length === 0)
    return <p className="empty">The account is empty. An operator can deposit to it.</p>;
  return (
    <div className="assets">
      {assets.map(({ coinName, equity, available, frozen, unrealizePnl }) => (
        <section key={coinName} aria-label={coinName}>
          <h3>
            <Worth number="equity" name="Equity">
              {fixed(equity, 2)}
            </Worth>{" "}
            <span className="muted">{coinName} equity</span>
          </h3>
          <dl className="asset-terms">
            <dt>Wallet balance</dt>
            <dd>
              <Worth number="wallet" name="Wallet balance">
                {fixed(big(equity).minus(unrealizePnl).toFixed(), 2)}
              </Worth>
            </dd>
            <dt>Unrealised PnL</dt>
            <dd className={toneOf(unrealizePnl)}>
              <Worth number="unrealized" name="Unrealised PnL">
                {signed(unrealizePnl, 2)}
              </Worth>
            </dd>
            <dt>Available</dt>
            <dd>
              <ExplainButton number="available" name="Available">
                {fixed(available, 2)}
              </ExplainButton>
            </dd>
            <dt>Held by orders</dt>
            <dd>
              {/* What orders hold is a term of the number "available", whose explanation opens. */}
              <ExplainButton number="available" name="Held by orders">
                {fixed(frozen, 2)}
              </ExplainButton>
            </dd>
            {pending !== undefined && <Pending pending={pending} />}
          </dl>
        </section>
      ))}
      <Performance />
    </div>
  );
}

/** What the account is worth, over all its entries. */
function Worth({
  number,
  name,
  children,
}: {
  /** The venue's name of the number: "equity". */
  readonly number: string;
  readonly name: string;
  readonly children: string;
}) {
  const { explanations } = useDesk();
  const numbers = async () => {
    const { numbers: ofAccount, entries } = await explanations.fresh();
    const isAsked = (each: RowNumber) => each.name === number;
    const askedFirst = ofAccount.toSorted((a, b) => Number(isAsked(b)) - Number(isAsked(a)));
    const ofEntries = entries.flatMap((entry) => entry.numbers.filter(isAsked));
    return [...askedFirst.slice(0, 1), ...ofEntries, ...askedFirst.slice(1)];
  };
  return (
    <ExplainRow name={name} title={name} numbers={numbers}>
      {children}
    </ExplainRow>
  );
}

/** Money that was announced and has not moved yet; nothing if there is none. */
function Pending({ pending }: { readonly pending: PendingMoney }) {
  const { coming, leaving } = pendingNumbers(pending);
  return [
    { title: "On its way here", numbers: coming },
    { title: "On its way out", numbers: leaving },
  ].map(({ title, numbers }) => {
    const [first] = numbers;
    if (first === undefined || big(first.value).eq("0")) return null;
    return (
      <Fragment key={title}>
        <dt>{title}</dt>
        <dd>
          <ExplainRow name={title} title={title} numbers={() => numbers}>
            {fixed(first.value, 2)}
          </ExplainRow>
        </dd>
      </Fragment>
    );
  });
}

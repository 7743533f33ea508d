import "./assets.css";
import { useDesk } from "../../desk/useDesk.ts";
import { big, fixed, signed, toneOf } from "../../format/decimal.ts";
import { useStore } from "../../state/store.ts";

/** What the account owns, and how it stands. */
export function Assets() {
  const desk = useDesk();
  const assets = useStore(desk.account.view, (view) => view?.assets);
  if (assets === undefined) return <p className="wait">Reading the account…</p>;
  if (assets.length === 0)
    return <p className="empty">The account is empty. An operator can deposit to it.</p>;
  return (
    <div className="assets">
      {assets.map(({ coinName, equity, available, frozen, unrealizePnl }) => (
        <section key={coinName} aria-label={coinName}>
          <h3>
            {fixed(equity, 2)} <span className="muted">{coinName} equity</span>
          </h3>
          <dl className="asset-terms">
            <dt>Wallet balance</dt>
            <dd>{fixed(big(equity).minus(unrealizePnl).toFixed(), 2)}</dd>
            <dt>Unrealised PnL</dt>
            <dd className={toneOf(unrealizePnl)}>{signed(unrealizePnl, 2)}</dd>
            <dt>Available</dt>
            <dd>{fixed(available, 2)}</dd>
            <dt>Held by orders</dt>
            <dd>{fixed(frozen, 2)}</dd>
          </dl>
        </section>
      ))}
    </div>
  );
}

import { isDecimal } from "../../../wire/decimal.ts";
import type { v2 } from "../../../wire/index.ts";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { big, dressed, fixed, short, signedPercent } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";
import { useStore } from "../../state/useStore.ts";
import { ExplainButton } from "../explain/explainButton.tsx";

/** What there is to trade with, and what the venue says that the order would do on either side. */
export function Estimate() {
  const desk = useDesk();
  const contract = useContract();
  const draft = useStore(desk.draft);
  const asset = useStore(desk.account.view, (view) => view?.assets[0]);
  const positions = useStore(desk.account.view, (view) => view?.positions);
  const { long, short: shorts, isOld, failure } = useStore(desk.estimates);
  const legs = positions?.filter(({ symbol }) => symbol === contract.symbol) ?? [];
  const hasBoth = long !== undefined || shorts !== undefined;
  return (
    <>
      <dl className="terms">
        <dt>Available</dt>
        <dd>
          {asset === undefined ? (
            "…"
          ) : (
            <ExplainButton number="available" name="Available">
              {fixed(asset.available, 2)} {asset.coinName}
            </ExplainButton>
          )}
        </dd>
        {!draft.opens && legs.map((leg) => <Held key={leg.id} leg={leg} coin={contract.coin} />)}
      </dl>
      {draft.kind === "trigger" && (
        <p className="terms-note">Nothing is held for it until it fires; then it is judged as a new order.</p>
      )}
      {hasBoth && (
        <EstimateTable long={long} short={shorts} isOld={isOld} contract={contract} opens={draft.opens} />
      )}
      {!hasBoth && isOld && isDecimal(draft.size) && <p className="terms-note">Asking the venue…</p>}
      {failure !== undefined && <p className="terms-warn">No estimate: {failure}</p>}
    </>
  );
}

function Held({ leg, coin }: { readonly leg: v2.Position; readonly coin: string }) {
  return (
    <>
      <dt>Held {leg.side === "LONG" ? "long" : "short"}</dt>
      <dd>
        {dressed(leg.size)} {coin}
      </dd>
    </>
  );
}

/** Row by row: what it is, for a long, for a short. */
function EstimateTable({
  long,
  short: shorts,
  isOld,
  contract,
  opens,
}: {
  readonly long: v2.Estimate | undefined;
  readonly short: v2.Estimate | undefined;
  readonly isOld: boolean;
  readonly contract: Contract;
  readonly opens: boolean;
}) {
  const places = contract.grid.priceDecimals;
  const row = (name: string, show: (of: v2.Estimate) => string) => (
    <tr>
      <th scope="row">{name}</th>
      {[long, shorts].map((of, i) => (
        <td key={i === 0 ? "long" : "short"} className="num">
          {of === undefined ? "–" : show(of)}
        </td>
      ))}
    </tr>
  );
  const crossing = [long, shorts].find((of) => of !== undefined && trades(of) && big(of.restingSize).gt("0"));
  return (
    <>
      <table className={`estimate ${isOld ? "old" : ""}`} aria-busy={isOld}>
        <caption className="unseen">What the order would do</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{opens ? "Long" : "Close long"}</th>
            <th scope="col">{opens ? "Short" : "Close short"}</th>
          </tr>
        </thead>
        <tbody>
          {opens && row(`Cost ${contract.quote}`, ({ frozen }) => fixed(frozen, 2))}
          {row("Fills now at", (of) => (trades(of) ? fixed(of.averagePrice, places) : "rests"))}
          {row(`Fee ${contract.quote}`, (of) => (trades(of) ? fixed(of.fee, 2) : "0"))}
          {row("Slippage", (of) => (trades(of) ? signedPercent(of.slippage, 3).replace("+", "") : "none"))}
          {row("Liquidation", ({ liquidatePrice }) => liquidationText(liquidatePrice, places))}
          {row(`Largest ${contract.coin}`, ({ largestSize }) =>
            fixed(largestSize, contract.grid.sizeDecimals),
          )}
        </tbody>
      </table>
      {crossing !== undefined && (
        <p className="terms-warn">
          Part of it would trade at once: {short(crossing.filledSize)} {contract.coin} at{" "}
          {dressed(crossing.averagePrice)}.
        </p>
      )}
      <Refusals long={long} short={shorts} />
    </>
  );
}

/** What would refuse it, before it is sent: in the venue's own words, once where both sides have the same. */
function Refusals({
  long,
  short: shorts,
}: {
  readonly long: v2.Estimate | undefined;
  readonly short: v2.Estimate | undefined;
}) {
  const [ofLong, ofShort] = [long?.refusal, shorts?.refusal];
  if (ofLong && ofShort && ofLong.msg === ofShort.msg) {
    return <p className="terms-warn">Would be refused: {ofLong.msg}</p>;
  }
  return (
    <>
      {ofLong && <p className="terms-warn">Long would be refused: {ofLong.msg}</p>}
      {ofShort && <p className="terms-warn">Short would be refused: {ofShort.msg}</p>}
    </>
  );
}

function trades({ filledSize }: v2.Estimate): boolean {
  return big(filledSize).gt("0");
}

function liquidationText(price: string | null, places: number): string {
  if (price === null) return "–";
  return big(price).eq("0") ? "none" : fixed(price, places);
}

import type { KeyboardEvent } from "react";
import { CROSS } from "../../../../interface/client/v2/words.ts";
import { isDecimal } from "../../../../interface/wire/decimal.ts";
import type { v2 } from "../../../../interface/wire/index.ts";
import { capital, deedOf } from "../../account/liveOrder.ts";
import type { RowNumber } from "../../account/rowNumbers.ts";
import type { Desk } from "../../desk/desk.ts";
import { marginModeOf, type Side, sidesShown } from "../../desk/orderRequest.ts";
import { useContract, useDesk, useIsOneWay } from "../../desk/useDesk.ts";
import { big, fixed, short, signedPercent, withThousands } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";
import { useStore } from "../../state/useStore.ts";
import { ExplainButton, ExplainRow } from "../explain/explainButton.tsx";
import { estimateNumbers } from "./estimateNumbers.ts";

/** What is available, and the venue's estimate of the order for both sides. */
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
        {withThousands(leg.size)} {coin}
      </dd>
    </>
  );
}

/** One row a figure: its name, for a long, for a short. */
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
  const desk = useDesk();
  const isOneWay = useIsOneWay();
  const deed = (side: Side) => capital(deedOf({ opens, side }, isOneWay));
  const headed = (side: Side) => (opens && !isOneWay ? capital(side) : deed(side));
  const names = { long: headed("long"), short: headed("short") };
  const places = contract.grid.priceDecimals;
  const sides = sidesShown(opens, isOneWay).map((side) => [side, side === "long" ? long : shorts] as const);
  const row = (name: string, number: string, show: (of: v2.Estimate) => string) => (
    <tr>
      <th scope="row">{name}</th>
      {sides.map(([side, of]) => (
        <td key={side} className="num">
          {of === undefined ? (
            "–"
          ) : of.refusal !== null && number !== "largestSize" ? (
            <span className="faint">{number === "averagePrice" ? "refused" : "–"}</span>
          ) : (
            <ExplainRow
              name={`${name} of ${side}`}
              title={`${deed(side)}, before it is sent`}
              numbers={() => numbersOf(desk, side, of, number)}
              isStop={false}
            >
              {show(of)}
            </ExplainRow>
          )}
        </td>
      ))}
    </tr>
  );
  const crossing = [long, shorts].find((of) => of !== undefined && trades(of) && big(of.restingSize).gt("0"));
  return (
    <>
      <table
        className={`estimate ${isOld ? "old" : ""}`}
        aria-busy={isOld}
        aria-label="What the order would do: arrow keys walk, Enter explains"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: one stop for all of its figures, between the size and the buttons that send
        tabIndex={0}
        onKeyDown={walk}
      >
        <thead>
          <tr>
            <td />
            {sides.map(([side]) => (
              <th key={side} scope="col">
                {names[side]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {opens && row(`Cost ${contract.quote}`, "cost", ({ frozen }) => fixed(frozen, 2))}
          {row("Fills now at", "averagePrice", (of) =>
            trades(of) ? fixed(of.averagePrice, places) : "rests",
          )}
          {row(`Fee ${contract.quote}`, "fee", (of) => (trades(of) ? fixed(of.fee, 2) : "0.00"))}
          {row("Slippage", "slippage", (of) =>
            trades(of) ? signedPercent(of.slippage, 3).replace("+", "") : "none",
          )}
          {row("Liquidation", "liquidationPrice", ({ liquidatePrice }) =>
            liquidationText(liquidatePrice, places),
          )}
          {row(`Largest ${contract.coin}`, "largestSize", ({ largestSize }) =>
            fixed(largestSize, contract.grid.sizeDecimals),
          )}
        </tbody>
      </table>
      {crossing !== undefined && (
        <p className="terms-warn">
          Part of it would trade at once: {short(crossing.filledSize)} {contract.coin} at{" "}
          {withThousands(crossing.averagePrice)}.
        </p>
      )}
      <Refusals long={long} short={shorts} names={names} />
    </>
  );
}

/** Arrow keys walk over the figures, from the table itself to the first. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const [down, right] =
    { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key] ?? [];
  if (down === undefined || right === undefined) return;
  event.preventDefault();
  const cell = (event.target as Element).closest("td");
  const row = cell?.closest("tr");
  const figures = event.currentTarget.tBodies[0]?.rows;
  if (figures === undefined) return;
  const next =
    cell && row ? figures[row.sectionRowIndex + down]?.cells[cell.cellIndex + right] : figures[0]?.cells[1];
  next?.querySelector<HTMLElement>("button")?.focus();
}

/** The explained figures of a side; the pressed one first. */
function numbersOf(desk: Desk, side: Side, of: v2.Estimate, pressed: string): readonly RowNumber[] {
  const draft = desk.draft.value;
  const { symbol } = desk.contract.value;
  const view = desk.account.view.value;
  const setting = view?.settings[symbol];
  const isolated = side === "long" ? setting?.isolated_long_leverage : setting?.isolated_short_leverage;
  const isCross = marginModeOf(view?.modes, symbol) === CROSS;
  const all = estimateNumbers(of, {
    opens: draft.opens,
    size: desk.estimates.sizeOf(draft, side),
    price: draft.kind === "market" ? undefined : draft.price,
    mark: desk.market.ticker.value?.markPrice,
    leverage: isCross ? setting?.cross_leverage : isolated,
    available: view?.assets[0]?.available,
  });
  return [...all.filter(({ name }) => name === pressed), ...all.filter(({ name }) => name !== pressed)];
}

/**
 * What would refuse the order before it is sent: in the venue's own words, once if both sides have the same.
 */
function Refusals({
  long,
  short: shorts,
  names,
}: {
  readonly long: v2.Estimate | undefined;
  readonly short: v2.Estimate | undefined;
  /** As the figures of the two are headed. */
  readonly names: Readonly<Record<Side, string>>;
}) {
  const [ofLong, ofShort] = [long?.refusal, shorts?.refusal];
  if (ofLong && ofShort && ofLong.msg === ofShort.msg) {
    return <p className="terms-warn">Would be refused: {ofLong.msg}</p>;
  }
  return (
    <>
      {ofLong && (
        <p className="terms-warn">
          {names.long} would be refused: {ofLong.msg}
        </p>
      )}
      {ofShort && (
        <p className="terms-warn">
          {names.short} would be refused: {ofShort.msg}
        </p>
      )}
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

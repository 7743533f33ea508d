import { Button } from "react-aria-components";
import type { v2 } from "../../../wire/index.ts";
import { told } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big, dressed, fixed, signed, toneOf } from "../../format/decimal.ts";
import { useStore } from "../../state/store.ts";

/** What is held, leg by leg. */
export function Positions() {
  const desk = useDesk();
  const positions = useStore(desk.account.view, (view) => view?.positions);
  if (positions === undefined) return <p className="wait">Reading the account…</p>;
  if (positions.length === 0) {
    return <p className="empty">No position. Pick a price in the book, set a size, and open one.</p>;
  }
  return (
    <table className="rows">
      <caption className="unseen">Positions</caption>
      <thead>
        <tr>
          <th scope="col">Contract</th>
          <th scope="col">Side</th>
          {["Size", "Entry", "Mark value", "Liquidation", "Margin", "Unrealised PnL"].map((name) => (
            <th scope="col" className="num" key={name}>
              {name}
            </th>
          ))}
          <th scope="col">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {positions.map((position) => (
          <PositionRow key={position.id} position={position} />
        ))}
      </tbody>
    </table>
  );
}

function PositionRow({ position }: { readonly position: v2.Position }) {
  const desk = useDesk();
  const contract = desk.contractOf(position.symbol);
  const isLong = position.side === "LONG";
  const places = contract?.grid.priceDecimals ?? 2;
  const entry = big(position.open_value).div(big(position.size)).toFixed(places);
  const isSafe = big(position.liquidatePrice).eq("0");
  return (
    <tr data-position={position.id}>
      <td>{contract?.name ?? position.symbol}</td>
      <td>
        <span className={`pill ${isLong ? "long" : "short"}`}>{isLong ? "Long" : "Short"}</span>{" "}
        <span className="faint">
          {position.margin_mode === "ISOLATED" ? "Isolated" : "Cross"} {fixed(position.leverage, 0)}×
        </span>
      </td>
      <td className="num">{dressed(position.size)}</td>
      <td className="num">{dressed(entry)}</td>
      <td className="num">{fixed(position.open_value, 2)}</td>
      <td className="num warn">{isSafe ? "none" : fixed(position.liquidatePrice, places)}</td>
      <td className="num">{fixed(position.marginSize, 2)}</td>
      <td className={`num ${toneOf(position.unrealizePnl)}`}>{signed(position.unrealizePnl, 2)}</td>
      <td className="num">
        <Button
          className="button small"
          onPress={() =>
            void told(desk, `Close ${position.symbol} at market`, () =>
              desk.client.positions.close({ symbol: position.symbol }),
            )
          }
        >
          Close
        </Button>
      </td>
    </tr>
  );
}

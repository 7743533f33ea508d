import type { ReactNode } from "react";
import type { v2 } from "../../../../interface/wire/index.ts";
import { withThousands } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";
import { breakEvenOf, entryOf, markOf } from "./legNumbers.ts";

/** The leg that a dialog is about: contract, side, size, entry and mark, then what else matters there. */
export function LegFacts({
  position,
  contract,
  children,
}: {
  readonly position: v2.Position;
  readonly contract: Contract | undefined;
  readonly children?: ReactNode;
}) {
  const places = contract?.grid.priceDecimals ?? 2;
  const isLong = position.side === "LONG";
  return (
    <dl className="terms">
      <dt>{contract?.name ?? position.symbol}</dt>
      <dd>
        <span className={`pill ${isLong ? "long" : "short"}`}>{isLong ? "Long" : "Short"}</span>{" "}
        {withThousands(position.size)} {contract?.coin}
      </dd>
      <dt>Entry</dt>
      <dd className="num">{withThousands(entryOf(position, places))}</dd>
      <dt>Break-even</dt>
      <dd className="num">{withThousands(breakEvenOf(position, places))}</dd>
      <dt>Mark</dt>
      <dd className="num">{withThousands(markOf(position, places))}</dd>
      {children}
    </dl>
  );
}

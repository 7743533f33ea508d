import type { ReactNode } from "react";
import { useDesk } from "../../desk/useDesk.ts";

/** A figure of the account that opens where it comes from. */
export function ExplainButton({
  number,
  name,
  entry = 0,
  symbol,
  children,
}: {
  /** As the venue names it: "equity". */
  readonly number: string;
  /** For who does not see what it stands beside: "Margin of long BTC/USDT". */
  readonly name: string;
  readonly entry?: number;
  readonly symbol?: string;
  readonly children: ReactNode;
}) {
  const { explaining } = useDesk();
  return (
    <button
      type="button"
      className="explained"
      title="Explain"
      onClick={() => explaining.set({ type: "account", number, entry, symbol })}
    >
      <span className="unseen">{name} </span>
      {children}
      <span className="unseen">, explain</span>
    </button>
  );
}

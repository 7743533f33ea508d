import { useContext, useEffect, useRef, useState } from "react";
import { amendmentEffect, move } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { withThousands } from "../../format/decimal.ts";
import { Connected } from "../../parts/sending.tsx";
import type { Moved } from "./lineOverlay.ts";

/** Asks after a line was dropped: Enter moves the order there, Escape leaves it. Nothing was sent before. */
export function MoveBar({
  moved: { line, price },
  onDone,
}: {
  readonly moved: Moved;
  readonly onDone: () => void;
}) {
  const desk = useDesk();
  const [isBusy, setBusy] = useState(false);
  const isConnected = useContext(Connected);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus();
    return () => {
      const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
      (isThere ? before : document.getElementById("panel-chart"))?.focus();
    };
  }, []);
  const { order } = line;
  if (order === undefined) return null;
  const send = async () => {
    if (isBusy || !isConnected) return;
    setBusy(true);
    await move(desk, order, price);
    onDone();
  };
  return (
    <div
      className="move-bar"
      role="alertdialog"
      aria-label="Move the order"
      onKeyDown={(event) => {
        if (event.key === "Escape") onDone();
      }}
    >
      <span>
        {line.text} <span className="muted">{withThousands(line.price)} to</span>{" "}
        <b>{withThousands(price)}</b>
      </span>
      <span className={order.trigger === undefined ? "warn" : "muted"}>
        {amendmentEffect(order, { price })}
      </span>
      <button
        ref={button}
        type="button"
        className="button small primary"
        aria-disabled={isBusy || !isConnected}
        onClick={() => void send()}
      >
        {isBusy ? "Sending…" : "Move"}
      </button>
      <button type="button" className="button small" onClick={onDone}>
        Leave
      </button>
    </div>
  );
}

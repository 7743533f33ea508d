import { useEffect, useRef, useState } from "react";
import { fateOf, move } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { dressed } from "../../format/decimal.ts";
import type { Moved } from "./lineOverlay.ts";

/** What dropping a line asks: move the order there, or leave it. Enter moves, Escape leaves; nothing was sent before. */
export function MoveBar({
  moved: { line, price },
  onDone,
}: {
  readonly moved: Moved;
  readonly onDone: () => void;
}) {
  const desk = useDesk();
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const { order } = line;
  if (order === undefined) return null;
  const send = async () => {
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
        {line.text} <span className="muted">{dressed(line.price)} to</span> <b>{dressed(price)}</b>
      </span>
      {(order.opens || order.trigger === undefined) && (
        <span className="warn">{fateOf(order, { price })}</span>
      )}
      <button
        ref={button}
        type="button"
        className="button small primary"
        disabled={isBusy}
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

import { useEffect, useState } from "react";
import { useDesk } from "../desk/useDesk.ts";
import { dateTime } from "../format/time.ts";
import { useStore } from "../state/useStore.ts";

/** A difference between the clocks of host and venue is shown above this, ms. */
const SKEW_SHOWN_MS = 1_000;

/** Market time, how it runs, and how well the page keeps up. */
export function StatusBar() {
  const desk = useDesk();
  const clock = useStore(desk.market.clock);
  const { signIn } = desk;
  const [now, setNow] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(desk.market.now()), 250);
    return () => clearInterval(timer);
  }, [desk]);
  const skew = clock === undefined ? 0 : Math.abs(clock.skewMs);
  return (
    <footer className="status-bar">
      <span>Market time {now === 0 || clock === undefined ? "…" : dateTime(now)} UTC</span>
      {clock !== undefined && (
        <span className={clock.mode === "running" ? "muted" : "warn"}>{clockWords(clock)}</span>
      )}
      {clock?.mode === "running" && skew > SKEW_SHOWN_MS && (
        <span className="warn">{(skew / 1_000).toFixed(0)} s off this machine's clock</span>
      )}
      <span className="header-gap" />
      <Meter />
      <Gaps />
      {signIn.isDemo && <span className="badge">DEMO, simulated prices</span>}
      <span className="muted">? shortcuts · Ctrl K commands</span>
    </footer>
  );
}

function clockWords({ mode, speed }: { readonly mode: string; readonly speed: number }): string {
  if (mode === "frozen") return "stands still";
  return mode === "fast" ? `about ${speed.toFixed(0)} times as fast` : "as the host's";
}

/** From this share on, the use of a budget is shown. */
const NEAR_LIMIT = 0.6;

/**
 * The budget of requests that is used most, once it is nearly used up; and while the venue holds requests
 * back, for how long.
 */
function Meter() {
  const { client } = useDesk();
  const [text, setText] = useState("");
  useEffect(() => {
    const look = () => {
      const all = client.budgets().filter(({ max }) => max > 0);
      const closed = all.find(({ closedMs }) => closedMs > 0);
      const [nearest] = all.toSorted((a, b) => b.used / b.max - a.used / a.max);
      if (closed !== undefined)
        setText(`Rate limit of ${closed.rule}: goes on by itself in ${Math.ceil(closed.closedMs / 1_000)} s`);
      else if (nearest !== undefined && nearest.used / nearest.max >= NEAR_LIMIT)
        setText(`${nearest.rule} ${Math.round((100 * nearest.used) / nearest.max)} % used`);
      else setText("");
    };
    const timer = setInterval(look, 500);
    return () => clearInterval(timer);
  }, [client]);
  return (
    <span className="meter" role="status">
      {text}
    </span>
  );
}

/** How often the book had to be fetched again, and its version. */
function Gaps() {
  const { market } = useDesk();
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setInterval(() => {
      const { book } = market.book;
      setText(book?.version === undefined ? "" : `book v${book.version}, ${book.gaps} gaps`);
    }, 1_000);
    return () => clearInterval(timer);
  }, [market]);
  return <span className="muted">{text}</span>;
}

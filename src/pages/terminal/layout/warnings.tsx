import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import type { SourceState } from "../../../interface/wire/v2/market.ts";
import { useDesk } from "../desk/useDesk.ts";
import { dateTime } from "../format/time.ts";
import { isFrozen } from "../state/store.ts";
import { useStore } from "../state/useStore.ts";

/**
 * What the reader must know before trusting the page: the faults and directives in force, and one line about
 * what has failed, the most serious first; empty while all is well.
 */
export function Warnings() {
  const made = useStore(useDesk().market.disturbances);
  return (
    <>
      {made.length > 0 && <Line tone="warn">Made to go wrong at this venue: {made.join("; ")}.</Line>}
      <Worst />
    </>
  );
}

function Worst() {
  const desk = useDesk();
  const isLive = useStore(desk.market.isLive);
  const line = useStore(desk.market.line);
  const failure = useStore(desk.account.failure);
  const clock = useStore(desk.market.clock);
  const frozen = useStore(isFrozen);
  const source = useStore(desk.market.source);
  const wasLive = useWasTrue(isLive);
  if (wasLive && !isLive) {
    return line === "doubtful" ? (
      <Line tone="danger">Nothing is heard from the venue: prices may be old. The last picture stays.</Line>
    ) : (
      <Line tone="danger">The connection is gone. The last picture stays; it is being renewed.</Line>
    );
  }
  if (failure !== undefined) {
    return <Line tone="danger">The account cannot be read: {failure} Trying again.</Line>;
  }
  if (source !== undefined && source.state !== "live") return <SourceWarning source={source} />;
  if (frozen) {
    return (
      <Line tone="warn">
        The display stands still; the market goes on.{" "}
        <Button className="link" onPress={() => isFrozen.set(false)}>
          Go on
        </Button>
      </Line>
    );
  }
  if (clock?.mode === "frozen") {
    return <Line tone="warn">Market time stands still at {dateTime(clock.venueMs)} UTC.</Line>;
  }
  return null;
}

/** What is shown about a source that is not live. */
const SOURCE_WORDS: Readonly<Record<SourceState["state"], string>> = {
  starting: "has not been heard of yet",
  live: "is there",
  thin: "is shown in part only",
  misfit: "has trades that do not fit",
  made: "is silent in part",
  unsure: "has sizes whose unit is in doubt",
  stale: "says nothing new",
  crossed: "has a crossed book",
  gap: "left something out",
  reconnecting: "is being connected to again",
  gone: "is gone",
};

function SourceWarning({ source: { market, state, problem, since } }: { readonly source: SourceState }) {
  const goesOn = state === "gap" || state === "thin" || state === "misfit" || state === "made";
  const stands = goesOn ? "The book goes on." : "None of its prices stand in the book.";
  return (
    <Line tone={state === "gone" ? "danger" : "warn"}>
      The source of these prices, {market}, {SOURCE_WORDS[state]} since {dateTime(since)} UTC
      {problem === "" ? "" : `: ${problem.replace(/\.$/, "")}`}. {stands}
    </Line>
  );
}

function Line({ tone, children }: { readonly tone: "danger" | "warn"; readonly children: React.ReactNode }) {
  return (
    <p className={`warnings ${tone}`} role={tone === "danger" ? "alert" : "status"}>
      {children}
    </p>
  );
}

/** Whether the value has been true before: a page that is still connecting has not lost a connection. */
function useWasTrue(value: boolean): boolean {
  const [was, setWas] = useState(value);
  useEffect(() => {
    if (value) setWas(true);
  }, [value]);
  return was;
}

/** Shows which single keys trade, as long as they do. Escape and a lost connection end it. */
export function ArmedBar() {
  const { armed, market, contract } = useDesk();
  const isArmed = useStore(armed);
  const isLive = useStore(market.isLive);
  const { name } = useStore(contract);
  useEffect(() => {
    if (isArmed && !isLive) armed.set(false);
  }, [armed, isArmed, isLive]);
  useEffect(() => {
    if (!isArmed) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") armed.set(false);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [armed, isArmed]);
  if (!isArmed) return null;
  return (
    <p className="warnings armed" role="status">
      Armed in {name}: the keys marked ! trade at once. Ends after a minute without use.{" "}
      <Button className="link" onPress={() => armed.set(false)}>
        Disarm (Escape)
      </Button>
    </p>
  );
}

import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { useDesk } from "../desk/useDesk.ts";
import { dateTime } from "../format/time.ts";
import { isFrozen } from "../state/frozen.ts";
import { useStore } from "../state/store.ts";

/** What the reader must know before trusting the page: one line, most serious first; nothing while all is well. */
export function Trouble() {
  const desk = useDesk();
  const isLive = useStore(desk.market.isLive);
  const failure = useStore(desk.account.failure);
  const clock = useStore(desk.market.clock);
  const frozen = useStore(isFrozen);
  const wasLive = useWasTrue(isLive);
  if (failure !== undefined) {
    return <Line tone="danger">The account cannot be read: {failure} Trying again.</Line>;
  }
  if (wasLive && !isLive) {
    return <Line tone="danger">The connection is gone. The last picture stays; it is being renewed.</Line>;
  }
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

function Line({ tone, children }: { readonly tone: "danger" | "warn"; readonly children: React.ReactNode }) {
  return (
    <p className={`trouble ${tone}`} role={tone === "danger" ? "alert" : "status"}>
      {children}
    </p>
  );
}

/** Whether it has been true before: a page that is still connecting has lost nothing. */
function useWasTrue(value: boolean): boolean {
  const [was, setWas] = useState(value);
  useEffect(() => {
    if (value) setWas(true);
  }, [value]);
  return was;
}

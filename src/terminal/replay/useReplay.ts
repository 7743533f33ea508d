import { useEffect, useRef, useState } from "react";
import { ReplayWatch } from "./replayWatch.ts";
import { takeToken } from "./token.ts";

/**
 * The replay that the venue is, once it is known to be one.
 *
 * @param onElsewhere called when it shows another moment
 */
export function useReplay(onElsewhere: () => Promise<void>): ReplayWatch | undefined {
  const [replay, setReplay] = useState<ReplayWatch>();
  const latest = useRef(onElsewhere);
  latest.current = onElsewhere;
  useEffect(() => {
    void opening().then((opened) => {
      let renewing = Promise.resolve();
      opened?.onElsewhere(() => {
        renewing = renewing.then(() => latest.current());
      });
      setReplay(opened);
    });
  }, []);
  return replay;
}

let opened: Promise<ReplayWatch | undefined> | undefined;

/** Asked for once, however often the page is drawn. */
function opening(): Promise<ReplayWatch | undefined> {
  opened ??= ReplayWatch.open(location.origin, takeToken());
  return opened;
}

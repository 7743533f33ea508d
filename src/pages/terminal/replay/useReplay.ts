import { useEffect, useRef, useState } from "react";
import { healthOf } from "../market/health.ts";
import type { ReplayWatch } from "./replayWatch.ts";
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

/** How old the health may be that says it, ms: the page has asked for one when it was opened. */
const HEALTH_AGE_MS = 5_000;

/**
 * The replay that the venue is, asked for once, however often the page is drawn; `undefined` if it is none,
 * or does not answer.
 */
function opening(): Promise<ReplayWatch | undefined> {
  opened ??= open(location.origin, takeToken()).catch(() => undefined);
  return opened;
}

async function open(baseUrl: string, token: string | undefined): Promise<ReplayWatch | undefined> {
  const { replay } = await healthOf(baseUrl, HEALTH_AGE_MS);
  if (replay === undefined) return undefined;
  const { ReplayWatch: Watch } = await import("./replayWatch.ts");
  return new Watch(baseUrl, replay, token);
}

import { useEffect, useRef, useState } from "react";
import { healthOf } from "../market/health.ts";
import type { ReplayWatch } from "./replayWatch.ts";

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

const TOKEN = /^#token=([\w-]+)$/;

/**
 * The operator's token in the page's address, which `outcry replay` prints. It is taken out of there, so that
 * it is in no bookmark and no picture, and stays in the memory of the page; what stands behind `#` is never
 * sent.
 */
function takeToken(): string | undefined {
  const token = TOKEN.exec(location.hash)?.[1];
  if (token !== undefined) history.replaceState(null, "", location.pathname + location.search);
  return token;
}

import type { ResetReport } from "../gateway/control/index.ts";
import type { Gateway } from "../gateway/index.ts";
import { systemClock } from "../host/systemClock.ts";
import type { Market } from "./market.ts";
import { openMarket, startClock } from "./market.ts";
import { UnknownStateError } from "./storage.ts";
import type { VenueSetup } from "./venueSetup.ts";

/** The parts of the venue that a reset works on. */
interface Grip {
  marketNow(): Market;
  begin(next: Market): void;
  gateway(): Gateway;
  stop(): Promise<void>;
}

/**
 * Makes the function that starts a market over: requests wait at the gate, the market is closed, its storage is
 * replaced, the next market is opened, and the gate opens. One reset at a time. If the next market does not open, the
 * venue stops, since it has nothing to serve.
 */
export function resetter(setup: VenueSetup, grip: Grip) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    reset(options: { readonly to?: string | undefined } = {}): Promise<ResetReport> {
      const done = last.then(() => reset(setup, grip, options.to));
      last = done.catch(() => undefined); // the caller has the rejection
      return done;
    },
  };
}

async function reset(setup: VenueSetup, grip: Grip, to: string | undefined): Promise<ResetReport> {
  const { store, settled } = setup;
  const startMs = systemClock.monotonicMs();
  if (to !== undefined) {
    const known = await store.states();
    if (!known.some(({ name }) => name === to)) throw new UnknownStateError(to, known);
  }
  const gateway = grip.gateway();
  await gateway.pause();
  try {
    const operators = await grip.marketNow().engine.query({ type: "operators" });
    await grip.marketNow().discard();
    await store.replace(to, operators);
    const next = await openMarket(setup);
    grip.begin(next);
    await gateway.turnTo(next);
    startClock(setup, next);
    const { headSeq: seq, digest } = next.engine;
    const tookMs = systemClock.monotonicMs() - startMs;
    settled.log.info({ to, seq, tookMs: Math.round(tookMs) }, "the market started over");
    return { seq, digest: Buffer.from(digest).toString("hex"), tookMs };
  } catch (error) {
    settled.log.error({ error: String(error) }, "the market could not start over: the venue stops");
    grip.stop().catch(() => undefined); // `stopped` rejects with the error
    throw error;
  }
}

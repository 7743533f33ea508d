import type { ResetReport } from "../gateway/control/index.ts";
import type { Gateway } from "../gateway/index.ts";
import { systemClock } from "../host/systemClock.ts";
import type { Market } from "./market.ts";
import { openMarket, startClock } from "./market.ts";
import { UnknownStateError } from "./storage.ts";
import type { VenueSetup } from "./venueSetup.ts";

/** What a reset takes hold of. */
interface Grip {
  marketNow(): Market;
  begin(next: Market): void;
  gateway(): Gateway;
  stop(): Promise<void>;
}

/**
 * The way to start over: requests wait at the gate, the market is closed, its storage replaced, the next market opened,
 * the gate opened. One at a time. Should the next market not open, the venue stops: there is nothing left to serve.
 */
export function resetter(setup: VenueSetup, grip: Grip) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    reset(options: { readonly to?: string | undefined } = {}): Promise<ResetReport> {
      const done = last.then(() => reset(setup, grip, options.to));
      last = done.catch(() => undefined); // who asked has the error
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
    grip.stop().catch(() => undefined); // `stopped` has the error
    throw error;
  }
}

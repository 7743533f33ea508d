import type { OperatorView } from "../../kernel/core/index.ts";
import type { Engine } from "../../kernel/engine/index.ts";
import type { Timer } from "../../kernel/host/clock.ts";
import { systemClock } from "../../kernel/host/clock.ts";
import { oneAfterOther } from "../../kernel/host/oneAfterOther.ts";
import type { ResetReport } from "../../service/gateway/control/index.ts";
import type { Gateway } from "../../service/gateway/index.ts";
import { openSession, startClock } from "./openSession.ts";
import { CLOSE_WAIT_MS } from "./retention.ts";
import type { VenueSession } from "./venueSession.ts";
import type { VenueSetup } from "./venueSetup.ts";

/** What replacing the market works on: the market, the gateway, and the venue's stop. */
interface Grip {
  sessionNow(): VenueSession;
  begin(next: VenueSession): void;
  gateway(): Gateway;
  stop(): Promise<void>;
}

interface Turning extends Grip {
  open(): Promise<VenueSession>;
}

/**
 * Makes the functions that put another market in the place of the present one: requests wait at the gate, the
 * market is closed, the next one is opened, and the gate opens. One at a time. If the next market does not
 * open, the venue stops, since it has nothing to serve.
 */
export function resetter(setup: VenueSetup, parts: Grip) {
  const inTurn = oneAfterOther();
  let isOver = false;
  const grip: Turning = {
    ...parts,
    async open() {
      const next = await openSession(setup);
      if (!isOver) return next;
      await next.discard();
      throw setup.venuePort.stopping.reason;
    },
  };
  return {
    /** Starts the market over, its storage replaced. */
    reset: (options: { readonly to?: string | undefined } = {}): Promise<ResetReport> =>
      inTurn(() => reset(setup, grip, options.to)),
    /**
     * Closes the market of this engine and opens it again as it is stored, unless another has taken its place
     * already. So a node that has lost the lead begins to follow.
     */
    reopen: (of: Engine): Promise<void> =>
      inTurn(async () => {
        if (grip.sessionNow().engine === of) await turnOver(setup, grip, async () => {});
      }),
    /** Closes the market, makes the change, and opens the market again. */
    reopenAfter: (change: () => Promise<void>): Promise<unknown> =>
      inTurn(() => turnOver(setup, grip, change)),
    /**
     * Called when the venue stops: waits a while for a market that is just being opened, so that it is closed
     * as any other. A market that takes longer to open is closed as soon as it is open.
     */
    async end(): Promise<void> {
      let timer: Timer | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setup.settled.hostClock.setTimer(CLOSE_WAIT_MS, resolve);
      });
      await Promise.race([inTurn(async () => undefined), late]);
      timer?.clear();
      isOver = true;
    },
  };
}

async function reset(setup: VenueSetup, grip: Turning, to: string | undefined): Promise<ResetReport> {
  const { store, settled } = setup;
  const replace = await store.prepare(to);
  const startMs = systemClock.monotonicMs();
  let operators: readonly OperatorView[] = [];
  const next = await turnOver(
    setup,
    grip,
    async () => {
      grip.gateway().faults.beginAnew();
      await replace(operators);
    },
    async (session) => {
      operators = await session.engine.query({ type: "operators" });
    },
  );
  const { headSeq: seq, digest } = next.engine;
  const tookMs = systemClock.monotonicMs() - startMs;
  settled.log.info({ to, seq, tookMs: Math.round(tookMs) }, "the market started over");
  return { seq, digest: Buffer.from(digest).toString("hex"), tookMs };
}

/**
 * Replaces the market.
 *
 * @param change what is done while no market is open
 * @param before what is done with the old market before it is closed
 */
async function turnOver(
  setup: VenueSetup,
  grip: Turning,
  change: () => Promise<void>,
  before: (session: VenueSession) => Promise<void> = async () => {},
): Promise<VenueSession> {
  const gateway = grip.gateway();
  await gateway.pause();
  try {
    await before(grip.sessionNow());
    await grip.sessionNow().discard();
    await change();
    const next = await grip.open();
    grip.begin(next);
    if (setup.scenario.timeline.length > 0) await next.part.timeline.begin();
    await gateway.turnTo(next);
    startClock(setup, next);
    return next;
  } catch (error) {
    if (!setup.venuePort.stopping.aborted) {
      setup.settled.log.error(
        { error: String(error) },
        "the market could not be opened anew: nothing is served any more",
      );
      setup.settled.onHalt(error as Error);
    }
    grip.stop().catch(() => undefined); // `stopped` rejects with the error
    throw error;
  }
}

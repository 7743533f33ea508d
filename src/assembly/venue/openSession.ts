import { Engine, EngineHaltedError, LeadLostError } from "../../kernel/engine/index.ts";
import { LogError } from "../../kernel/journal/commandLog.ts";
import { COPYING } from "../../kernel/journal/fenced/logStore.ts";
import { readOnly } from "../../service/gateway/index.ts";
import { type ClusterNode, Membership } from "../cluster/index.ts";
import { refuseOtherMasterKey } from "./firstStart.ts";
import type { JournalReplay } from "./replay/replay.ts";
import { OptionsWatch, refuseOtherOptions } from "./sharedOptions.ts";
import { clockOf, isTrimmed, Opening, type VenueSession } from "./venueSession.ts";
import type { VenueSetup } from "./venueSetup.ts";

/** Between two attempts of a node to open its market, ms. */
const REOPEN_MS = 100;

/**
 * Opens the market that the setup's store holds, or an empty one, and starts it. A node tries again when it
 * loses the lead while it opens the market, when the shared log no longer holds the command that it needs
 * next, and, unless this is its first start, when it cannot reach the log.
 */
export async function openSession(setup: VenueSetup): Promise<VenueSession> {
  for (;;) {
    try {
      return await openOnce(setup);
    } catch (error) {
      const isBehind = setup.node !== undefined && isTrimmed(error);
      const isAgain = isLeadLost(error) || isBehind || (setup.venuePort.isOpen && isUnreachable(error));
      if (!isAgain || setup.venuePort.stopping.aborted) throw error;
      setup.settled.log.warn({ error: String(error) }, "the market could not be opened: it is tried again");
      await new Promise<void>((resolve) => setup.settled.hostClock.setTimer(REOPEN_MS, resolve));
    }
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof LogError && error.reason === "unreachable";
}

/** Whether the lead was lost, or an engine has halted because of that. */
export function isLeadLost(error: unknown): boolean {
  return error instanceof LeadLostError || (error instanceof EngineHaltedError && isLeadLost(error.cause));
}

async function openOnce(setup: VenueSetup): Promise<VenueSession> {
  const { node, replay, settled } = setup;
  const opening = new Opening(setup);
  try {
    await opening.openStore();
    if (replay !== undefined) return await openReplay(opening, replay);
    return await (node === undefined ? openAlone(opening) : openNode(opening, node));
  } catch (error) {
    await opening.undo().catch((also: unknown) => {
      settled.log.error({ error: String(also) }, "closing after a failed start failed too");
    });
    throw error;
  }
}

/** Opens the market of a venue that is no node of a cluster. */
async function openAlone(opening: Opening): Promise<VenueSession> {
  const { settled, scenario } = opening.setup;
  const clock = clockOf(settled, scenario, settled.hostClock);
  await opening.openEngine(clock, (options) => Engine.open(options));
  await opening.complete();
  await opening.recallBefore();
  await opening.show();
  await opening.start();
  return opening.session();
}

/**
 * Opens the market of a node: it follows the log, and completes and starts the market once the node leads.
 */
async function openNode(opening: Opening, node: ClusterNode): Promise<VenueSession> {
  const { setup, storage } = opening;
  const { settled, scenario, venuePort } = setup;
  await node.look(storage.shared!.lease);
  const checkOptions = async (): Promise<void> => {
    if (!venuePort.isOpen) await refuseOtherOptions(storage.shared!, settled);
  };
  const isCopied = node.lease?.holder?.node === COPYING;
  if (!isCopied) await checkOptions();
  else
    settled.log.warn(
      {},
      "a market is being copied into the log, or that was broken off: this node waits; the command that began it finishes it",
    );
  const clock = clockOf(settled, scenario, node.time);
  const optionsWatch = new OptionsWatch(settled);
  const member = new Membership({
    node,
    log: storage.shared!,
    clock: settled.hostClock,
    joinsByLog: venuePort.isOpen,
    onSettings: (settings) => optionsWatch.heard(settings),
    onUnreachable: (error) => settled.log.warn({ error: error.message }, "the shared log does not answer"),
  });
  opening.closesBy(() => member.close());
  await opening.openEngine(clock, (options) =>
    Engine.follow({ ...options, log: member.log, current: () => member.current() }),
  );
  await opening.refuseOtherKey();
  venuePort.stopping.throwIfAborted();
  const abandon = () => member.abandon(venuePort.stopping.reason as Error);
  venuePort.stopping.addEventListener("abort", abandon);
  opening.closesBy(() => venuePort.stopping.removeEventListener("abort", abandon));
  await member.join({
    engine: opening.engine,
    clock,
    complete: () => opening.complete(),
    start: () => opening.start(),
    answer: (request) => venuePort.answer(request),
  });
  if (isCopied) await checkOptions();
  await opening.refuseOtherKey();
  await opening.recallBefore();
  await opening.show();
  await member.begin();
  return opening.session(member);
}

/** Opens the market of a replay: the past of another venue, which nobody changes. */
async function openReplay(opening: Opening, replay: JournalReplay): Promise<VenueSession> {
  const { settled, scenario, vault } = opening.setup;
  const clock = clockOf({ ...settled, clock: replay.moment.time }, scenario, settled.hostClock);
  await opening.openEngine(clock, (options) => Engine.follow({ ...options, whileFollowing: readOnly }));
  const { engine } = opening;
  if (settled.masterKey !== undefined) await refuseOtherMasterKey(engine, vault, replay.source.data);
  await opening.show();
  const playback = replay.begin({ engine, clock });
  opening.closesBy(() => playback.close());
  return opening.session();
}

/**
 * Starts a test clock if the scenario says so, unless the node follows: its clock is the leader's. This comes
 * last, since it moves the market.
 */
export function startClock({ settled, scenario }: VenueSetup, { clock, member }: VenueSession): void {
  if (member?.leads !== false && settled.clock === "test" && scenario.clockSpeed)
    clock.run(scenario.clockSpeed);
}

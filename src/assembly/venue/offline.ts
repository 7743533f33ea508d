import type { OperatorView } from "../../kernel/core/index.ts";
import { Engine, exchangeMachine, VenueClock } from "../../kernel/engine/index.ts";
import { systemClock } from "../../kernel/host/clock.ts";
import type { Vault } from "../../service/gateway/index.ts";
import type { History } from "../../service/readmodel/index.ts";
import { withDataErrorsAsync } from "./dataErrors.ts";
import { DirectoryStore } from "./directoryStore.ts";
import { feedHistory } from "./feedHistory.ts";
import { refuseOtherMasterKey } from "./firstStart.ts";
import { saveState } from "./saveState.ts";
import type { SavedState, Store } from "./storage.ts";

/** Work on a data directory on which no venue runs; each function holds its lock meanwhile. */

/** The end of a data directory's market. */
export interface Sealed {
  readonly seq: number;
  readonly digest: string;
  /** Commands that were executed again. */
  readonly replayed: number;
}

/**
 * Does for a data directory what a clean stop does: executes every command since the last snapshot again, and
 * writes the state at the head. Then another build can take it over.
 *
 * @param vault of the master key that the market goes on with; absent: it is not asked for
 * @throws DirectoryInUse, LogError, ReplayError; DataUnusableError where another master key encrypted its
 * secrets
 */
export async function sealOffline(
  data: string,
  onProgress?: (share: number) => void,
  vault?: Vault,
): Promise<Sealed> {
  return withSession(
    data,
    async (_store, { engine }) => {
      if (vault !== undefined) await refuseOtherMasterKey(engine, vault, data);
      return {
        seq: engine.headSeq,
        digest: Buffer.from(engine.digest).toString("hex"),
        replayed: engine.recovery.commands,
      };
    },
    onProgress,
  );
}

/** Saves the market of a data directory under a name. */
export function saveStateOffline(data: string, name: string): Promise<SavedState> {
  return withSession(data, (store, session) => saveState(store, session, name));
}

/**
 * Puts a saved state in the place of the market of a data directory. As with a running venue, the operators
 * stay those of the replaced market; if that cannot be read, they are the state's.
 *
 * @param onOperatorsLost called with the reason in that case
 * @throws UnknownStateError; DataUnusableError when it is damaged or another build's; then the market is as
 * it was
 */
export function loadStateOffline(
  data: string,
  name: string,
  onOperatorsLost: (why: Error) => void,
): Promise<SavedState> {
  return withStore(data, async (store) => {
    const saved = (await store.states()).find((each) => each.name === name) as SavedState | undefined;
    const operators = saved && (await operatorsNow(store).catch(onOperatorsLost));
    const replace = await store.prepare(name);
    await replace(operators ?? undefined);
    return saved!; // one that is not there or damaged was refused
  });
}

/** The operators of the market, or those that it is to get at its next start. */
function operatorsNow(store: Store): Promise<readonly OperatorView[]> {
  return inSession(
    store,
    async ({ engine }) => (await store.operatorsToTake()) ?? engine.query({ type: "operators" }),
  );
}

/** A market that nobody trades on. */
export interface OfflineSession {
  readonly engine: Engine;
  readonly history: History;
  /** Stands where the market's history ends. */
  readonly clock: VenueClock;
}

/** Recovers a market without running it: no prices, no traders, no clients. */
export function withSession<T>(
  data: string,
  work: (store: Store, session: OfflineSession) => Promise<T>,
  onProgress?: (share: number) => void,
): Promise<T> {
  return withStore(data, (store) => inSession(store, (session) => work(store, session), onProgress));
}

async function inSession<T>(
  store: Store,
  work: (session: OfflineSession) => Promise<T>,
  onProgress?: (share: number) => void,
): Promise<T> {
  const clock = VenueClock.frozen(systemClock, 0);
  const storage = await store.open();
  const { history } = storage;
  try {
    const engine = await Engine.open({
      log: storage.log,
      snapshots: storage.snapshots,
      machine: exchangeMachine,
      clock,
      ...(storage.appliedSeq !== undefined && { appliedSeq: storage.appliedSeq }),
      onRecoveredFrame: (frame) => history.apply(frame),
      ...(onProgress && { progress: (done, total) => onProgress(total === 0 ? 1 : done / total) }),
    });
    feedHistory(engine, history);
    try {
      return await work({ engine, history, clock });
    } finally {
      await engine.stop();
    }
  } finally {
    await storage.close();
  }
}

/** Holds a data directory during work; errors of the file system are put into words. */
function withStore<T>(data: string, work: (store: Store) => Promise<T>): Promise<T> {
  return withDataErrorsAsync(data, async () => {
    const store = new DirectoryStore(data, systemClock);
    try {
      return await work(store);
    } finally {
      await store.release();
    }
  });
}

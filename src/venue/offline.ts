import type { OperatorView } from "../core/index.ts";
import { Engine, exchangeMachine, VenueClock } from "../engine/index.ts";
import { systemClock } from "../host/systemClock.ts";
import { sayingLater } from "./dataErrors.ts";
import { DirectoryStore } from "./directoryStore.ts";
import { saveState } from "./saveState.ts";
import type { SavedState, Store } from "./storage.ts";

/** What can be done to a data directory that no venue runs on; each takes its lock meanwhile. */

/** Where the market of a data directory ends. */
export interface Sealed {
  readonly seq: number;
  readonly digest: string;
  /** Commands that had to be executed again. */
  readonly replayed: number;
}

/**
 * Does for a data directory what a clean stop does: every command since the last snapshot is executed again, the state at
 * the head written. From then on a program of newer rules can take it over.
 *
 * @throws DirectoryInUse, LogError, ReplayError
 */
export async function sealOffline(data: string, onProgress?: (share: number) => void): Promise<Sealed> {
  return withMarket(
    data,
    async (_store, engine) => ({
      seq: engine.headSeq,
      digest: Buffer.from(engine.digest).toString("hex"),
      replayed: engine.recovery.commands,
    }),
    onProgress,
  );
}

/** Saves the market of a data directory under a name. */
export function saveStateOffline(data: string, name: string): Promise<SavedState> {
  return withMarket(data, (store, engine, history) => saveState(store, { engine, history }, name));
}

/**
 * Puts a saved state in the place of the market of a data directory. Operators stay those of the market that it replaces, as
 * with a running venue; where that cannot be read, they are the state's.
 *
 * @param onOperatorsLost told why they are
 * @throws UnknownStateError
 */
export function loadStateOffline(
  data: string,
  name: string,
  onOperatorsLost: (why: Error) => void,
): Promise<SavedState> {
  return withStore(data, async (store) => {
    const saved = (await store.states()).find((each) => each.name === name);
    const operators = saved && (await operatorsNow(store).catch(onOperatorsLost));
    await store.replace(name, operators ?? undefined);
    return saved!;
  });
}

/** Those of the market, or those that it is to have at its next start. */
function operatorsNow(store: Store): Promise<readonly OperatorView[]> {
  return inMarket(
    store,
    async (engine) => (await store.operatorsToTake()) ?? engine.query({ type: "operators" }),
  );
}

/** Recovers a market without letting it run: no prices, no traders, nobody connected. */
function withMarket<T>(
  data: string,
  work: (store: Store, engine: Engine, history: Parameters<typeof saveState>[1]["history"]) => Promise<T>,
  onProgress?: (share: number) => void,
): Promise<T> {
  return withStore(data, (store) =>
    inMarket(store, (engine, history) => work(store, engine, history), onProgress),
  );
}

async function inMarket<T>(
  store: Store,
  work: (engine: Engine, history: Parameters<typeof saveState>[1]["history"]) => Promise<T>,
  onProgress?: (share: number) => void,
): Promise<T> {
  const storage = await store.open();
  const { history } = storage;
  try {
    const engine = await Engine.open({
      log: storage.log,
      snapshots: storage.snapshots,
      machine: exchangeMachine,
      clock: VenueClock.frozen(systemClock, 0),
      ...(storage.appliedSeq !== undefined && { appliedSeq: storage.appliedSeq }),
      onRecoveredFrame: (frame) => history.apply(frame),
      ...(onProgress && { progress: (done, total) => onProgress(total === 0 ? 1 : done / total) }),
    });
    engine.subscribe((frame) => void history.apply(frame));
    try {
      return await work(engine, history);
    } finally {
      await engine.stop();
    }
  } finally {
    await storage.close();
  }
}

/** Takes a data directory for a while; what the file system refuses is told in words. */
function withStore<T>(data: string, work: (store: Store) => Promise<T>): Promise<T> {
  return sayingLater(data, async () => {
    const store = new DirectoryStore(data, systemClock);
    try {
      return await work(store);
    } finally {
      await store.release();
    }
  });
}

import { randomUUID } from "node:crypto";
import type { Engine, SharedPlace } from "../../kernel/engine/index.ts";
import { formatTag } from "../../kernel/engine/index.ts";
import { systemClock } from "../../kernel/host/clock.ts";
import type { Rng } from "../../kernel/host/rng.ts";
import { DerivedRng, systemRng } from "../../kernel/host/rng.ts";
import type { ClusterLog } from "../../kernel/journal/clusterLog.ts";
import { openPostgresLog } from "../../kernel/journal/postgres/postgresLog.ts";
import type { Scenario } from "../../movers/feeds/index.ts";
import { defaultScenario, withPrices } from "../../movers/feeds/index.ts";
import { randomText } from "../../service/gateway/control/index.ts";
import type { Response, WholeRequest } from "../../service/gateway/index.ts";
import { Vault } from "../../service/gateway/index.ts";
import { ClusterNode, fingerprint, Http2Wire, LEASE_MS } from "../cluster/index.ts";
import type { BranchPoint } from "./branch/branches.ts";
import type { CredentialsFile } from "./credentials.ts";
import { credentialsOf, masterKeyOf, readCredentials } from "./credentials.ts";
import { DATABASE_PATIENCE_MS, patienceFor } from "./databasePatience.ts";
import { holdsMarket } from "./dataDirectory.ts";
import { DirectoryStore } from "./directoryStore.ts";
import type { EncryptedKey, OwnedAccount } from "./firstStart.ts";
import { SetUpError } from "./firstStart.ts";
import { MemoryStore } from "./memoryStore.ts";
import type { ClusterOptions, SettledOptions } from "./options.ts";
import { finishReplacement } from "./replacement.ts";
import type { JournalReplay } from "./replay/replay.ts";
import type { Store } from "./storage.ts";
import { checkTimeline, refuseTimeline } from "./timeline.ts";

/** What a venue has independently of its market: it outlives a reset. */
export interface VenueSetup {
  readonly settled: SettledOptions;
  readonly scenario: Scenario;
  readonly store: Store;
  readonly vault: Vault;
  /** The credentials file of an earlier start. */
  readonly known: CredentialsFile | undefined;
  readonly accounts: readonly OwnedAccount[];
  /** The accounts' API keys, their secrets as first encrypted, by the account's name. */
  readonly encryptedKeys: Map<string, EncryptedKey>;
  readonly adminToken: string;
  /** This venue among the nodes of its cluster; `undefined` where it is the only one. */
  readonly node: ClusterNode | undefined;
  readonly venuePort: VenuePort;
  /** The moment of another venue that this one goes on from; `undefined` for one that is no branch. */
  readonly point: BranchPoint | undefined;
  /** The journal that this venue replays; `undefined`: it is a venue of its own. */
  readonly replay: JournalReplay | undefined;
}

/** What a venue in memory begins with that is not a market of its own. */
export interface Basis {
  /** A moment of another venue, to go on from. */
  readonly point?: BranchPoint;
  /** A journal to replay. */
  readonly replay?: JournalReplay;
}

/**
 * By which a market reaches the venue around it: requests passed on by other nodes are answered, the market
 * is opened anew, a stop is heard of. The venue is there only once its first market is.
 */
class VenuePort {
  #open!: (venue: OpenVenue) => void;
  readonly #opened = new Promise<OpenVenue>((resolve) => {
    this.#open = resolve;
  });

  /** Whether a market was open before. */
  isOpen = false;
  /** What the start still waits for, in words; undefined once the venue is ready. */
  missing: string | undefined = "the venue is starting";
  readonly #stop = new AbortController();

  /**
   * Aborted, with the reason, once the venue stops or its start is called off: nobody waits for other nodes
   * any more.
   */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  stop(reason: unknown): void {
    this.#stop.abort(reason);
  }

  open(venue: OpenVenue): void {
    this.isOpen = true;
    this.#open(venue);
  }

  async answer(request: WholeRequest): Promise<Response> {
    return (await this.#opened).answer(request);
  }

  reopen(engine: Engine): void {
    void this.#opened.then((venue) => venue.reopen(engine));
  }
}

interface OpenVenue {
  /** Answers a request that another node has passed on; never rejects. */
  answer(request: WholeRequest): Promise<Response>;
  /** The market of this engine has lost the lead, or fell behind the log: it is opened anew. */
  reopen(engine: Engine): void;
}

/** @throws DirectoryInUse, DataUnusableError, ScenarioError */
export async function openSetup(given: SettledOptions, { point, replay }: Basis = {}): Promise<VenueSetup> {
  const venuePort = new VenuePort();
  const settled = calledOffBetweenSteps(given, venuePort.stopping);
  const { cluster } = settled;
  if (settled.contest && settled.selfService)
    throw new SetUpError(
      "a contest has its organiser's teams alone, to whom nobody else may lose money: leave out --self-service, or --contest",
    );
  if (settled.selfService && !settled.dialects.includes("v2"))
    throw new SetUpError(
      "the page of the invited speaks V2: leave out --self-service, or name v2 among --dialects",
    );
  const scenario = withPrices(scenarioOf(settled), settled.prices);
  checkTimeline(scenario);
  if (cluster !== undefined) refuseTimeline(scenario);
  const onDamage = (why: string): void => settled.log.error({}, `${why}. An older state is tried`);
  // Once it was open a node waits for standbys that are lost: whoever leads loses the lead by that, and opens
  // its market anew.
  const openShared = cluster && ((known: number) => openLog(settled, cluster, vault, known, venuePort));
  const store =
    settled.data === "memory"
      ? new MemoryStore(systemClock, openShared, onDamage)
      : new DirectoryStore(settled.data, systemClock, {
          keepBytes: settled.journalKeepBytes,
          openShared,
          followedSeq: () => followedSeq(node),
          onProgress: settled.onProgress,
          onBaseline: (why) => settled.log.warn({}, why),
          onDamage,
          onBlind: (reason) => {
            if (reason === undefined)
              settled.log.info({}, "the journal's files can be looked at again, and are the same");
            else
              settled.log.warn(
                { error: reason.message },
                "the journal's files cannot be looked at: trading goes on, and it is tried again every second",
              );
          },
          sharedPlace: () => cluster && placeOf(cluster, vault),
          onError: (error) => settled.log.error({ error: String(error) }, "the journal could not be trimmed"),
          ...(!settled.requireHistory && {
            onHistoryFailure: ({ message }) =>
              settled.log.error(
                { error: message },
                "history failed; what it concerns is refused, trading goes on",
              ),
          }),
        });
  let vault: Vault;
  let node: ClusterNode | undefined;
  try {
    const begun = point ?? replay?.moment;
    if (begun !== undefined) await beginWith(store, begun);
    const { directory } = store;
    if (directory !== undefined) await finishReplacement(directory); // the key is part of it
    const isNew = directory === undefined || !holdsMarket(directory);
    const master = await masterKeyOf(directory, settled.masterKey, systemRng, isNew);
    vault = point?.vault ?? new Vault(master, systemRng);
    // The nodes of a cluster generate the same credentials, each for itself.
    const drawn = (purpose: string): Rng =>
      cluster === undefined ? systemRng : new DerivedRng(master, `outcry: ${purpose}`);
    const known = directory === undefined ? undefined : await readCredentials(directory);
    node = await openNode(settled, vault);
    return {
      settled,
      scenario,
      store,
      vault,
      known,
      accounts: settled.accounts.map((spec) => {
        const earlier = known?.accounts.find(({ name }) => name === spec.name);
        return { ...spec, credentials: credentialsOf(spec, earlier, drawn(`account ${spec.name}`)) };
      }),
      encryptedKeys: new Map(),
      adminToken: settled.adminToken ?? known?.adminToken ?? randomText(drawn("admin token"), 32),
      node,
      venuePort,
      point,
      replay,
    };
  } catch (error) {
    await store.release();
    throw error;
  }
}

/** The options, with every long step called off where it tells how far it is. */
function calledOffBetweenSteps(settled: SettledOptions, stopping: AbortSignal): SettledOptions {
  return {
    ...settled,
    onProgress(step, share) {
      stopping.throwIfAborted();
      settled.onProgress(step, share);
    },
  };
}

/** Has a store in memory, none of whose markets is open, begin with a state and its history. */
export async function beginWith(store: Store, moment: Pick<BranchPoint, "state" | "history">): Promise<void> {
  if (store instanceof MemoryStore) await store.begin(moment);
}

/**
 * The last command that all nodes which follow this one have executed; without any there is none that they
 * need.
 */
function followedSeq(node: ClusterNode | undefined): number {
  const followers = node === undefined ? [] : node.followers;
  return Math.min(Number.POSITIVE_INFINITY, ...followers.map(({ seq }) => seq));
}

/**
 * A node's first start waits for a database that is silent; once it was open it is opened again and again.
 */
async function openLog(
  { hostClock, log, onProgress }: SettledOptions,
  cluster: ClusterOptions,
  vault: Vault,
  knownDurableSeq: number,
  { isOpen: wasOpen, stopping: signal }: VenuePort,
): Promise<ClusterLog> {
  if (typeof cluster.log === "function") return cluster.log(knownDurableSeq);
  const report = (step: string, share: number): void => {
    onProgress(step, share);
    log.warn({}, `PostgreSQL does not answer: it is waited for, ${DATABASE_PATIENCE_MS / 1000} s at most`);
  };
  try {
    return await openPostgresLog({
      ...placeOf(cluster, vault)!,
      clock: hostClock,
      knownDurableSeq,
      needsStandbys: !wasOpen,
      ...(!wasOpen && { patience: patienceFor(report, signal) }),
    });
  } catch (error) {
    signal.throwIfAborted(); // it was stopped while it waited
    throw error;
  }
}

/** Where the shared log is, for whoever opens it; `undefined` for one that only its opener can. */
function placeOf({ log, single = false }: ClusterOptions, vault: Vault): SharedPlace | undefined {
  if (typeof log === "function") return undefined;
  return { url: log, single, format: formatTag(), keyFingerprint: fingerprint(vault.linkKey) };
}

async function openNode(settled: SettledOptions, vault: Vault): Promise<ClusterNode | undefined> {
  const { cluster, hostClock, log } = settled;
  if (cluster === undefined) return undefined;
  return ClusterNode.open({
    name: `${randomUUID().slice(0, 8)}-${fingerprint(vault.linkKey)}`,
    wire: new Http2Wire(vault.linkKey),
    advertise: cluster.advertise ?? { host: "127.0.0.1", port: 0 },
    listen: cluster.listen,
    clock: hostClock,
    leaseMs: cluster.leaseMs ?? LEASE_MS,
    staleAfterMs: settled.staleAfterMs,
    log,
  });
}

function scenarioOf({ market, prehistory }: SettledOptions): Scenario {
  return typeof market === "string" ? { ...defaultScenario(market), prehistory } : market;
}

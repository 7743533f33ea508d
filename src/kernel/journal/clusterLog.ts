import type { CommandLog, Frame, LogHead } from "./commandLog.ts";
import type { SnapshotStore } from "./snapshotStore.ts";

/** The remedy where another build does not compute the same as the nodes' build. */
export const OTHER_RULES =
  'Nodes of builds that compute otherwise cannot be in one cluster: to change it to this build, stop all nodes, "outcry dump --cluster" with the ' +
  'build that they were, "outcry load --cluster" with this one into an empty database, and start every node there with an empty --data.';

/**
 * A command log that several nodes share: one of them appends, all of them read.
 *
 * Who may append is decided by the epoch that every append carries: `acquire` makes the epoch of the lease
 * that this node holds the log's, in a commit of its own, after which everything read is replicated and every
 * append of an older epoch touches nothing. The lease decides only when a node tries; that two nodes never
 * both append is the epoch's doing.
 */
export interface ClusterLog extends CommandLog {
  /** Looks where the log stands now; `head()` says so from then on. Rows beyond it may not be durable yet. */
  refresh(): Promise<LogHead>;
  /**
   * Called with each frame that this node has appended, as it is stored; the bytes are the listener's only
   * during the call.
   */
  onAppended: (stored: Uint8Array) => void;
  /**
   * Goes on with a frame that the node that leads has appended and sent, as it is stored. `undefined`: it
   * does not continue what this node has seen, or its bytes are not what was written; then the log is read.
   */
  receive(stored: Uint8Array): Frame | undefined;
  readonly lease: Lease;
  readonly roster: Roster;
  readonly settings: Settings;
  /**
   * The last command that is durable, as it is after this call, without a word of the node that leads: a
   * commit that follows the look at the head waits for the standbys, and so for all that was there.
   */
  durableHead(): Promise<number>;
  /** Snapshots that a new node starts from. */
  readonly snapshots: SnapshotStore;
  /**
   * The read model's store that goes with a snapshot, by the snapshot's command: it holds that command, and
   * may hold later ones.
   */
  readonly histories: SnapshotStore;
  /** Stored bytes of the frames that begin in [from, until). */
  bytes(from: number, until: number): Promise<number>;
  /** The servers that the log may be on, as they are now; empty where it is on none. */
  servers(): Promise<readonly StoreServer[]>;
}

/** A server that a shared log may be on. */
export interface StoreServer {
  /** Host and port. */
  readonly server: string;
  readonly role: "primary" | "standby" | "unreachable";
  /** Number of the primary's timeline: one more than the promotions before it; 0 for a standby. */
  readonly timeline: number;
  /** Why it is not reached, or what keeps it from losing nothing, with the remedy; empty for nothing. */
  readonly problem: string;
  /** The standbys that follow a primary. */
  readonly standbys: readonly StoreStandby[];
}

/** A standby as its primary sees it. */
export interface StoreStandby {
  /** The standby's application name. */
  readonly name: string;
  /** How far its connection is: "streaming", "catchup" …; empty where the role may not see it. */
  readonly state: string;
  /**
   * Whether a commit may wait for it: "sync" and "quorum" yes, "potential" and "async" no; empty where the
   * role may not see it.
   */
  readonly sync: string;
  /** Bytes that it has yet to write to its disk. */
  readonly behindBytes: number;
}

/** A node, as the others know it. */
export interface NodeAddress {
  /** Unique for each start of a node. */
  readonly node: string;
  /** Where its peers reach it, `host:port`. */
  readonly address: string;
}

/** Who leads, as the store sees it. */
export interface LeaseState {
  /** The epoch that was given last; 0 before the first. */
  readonly epoch: number;
  readonly holder: NodeAddress | undefined;
  /**
   * How often the lease was taken, renewed or given back: whoever sees the same figure twice knows that
   * nothing of it happened between.
   */
  readonly renewals: number;
  /**
   * For how long the holder asked for the lease, ms; it counts on a part of that (`cluster/leadership.ts`).
   */
  readonly leaseMs: number;
  /**
   * What is left of the lease by the store's clock, ms, for people: nobody takes the lease by that clock,
   * which may jump.
   */
  readonly leftMs: number;
  /** The store's clock when it answered, Unix ms. */
  readonly storeTime: number;
  /** What the last holder left for the next one (market clock), opaque to the store. */
  readonly note: string;
}

/**
 * The right to try to lead. A holder counts its time on its own monotonic clock from before a call was sent,
 * and whoever waits for that to end does so on his, from after he saw the renewal: no clock of another
 * machine decides.
 */
export interface Lease {
  look(): Promise<LeaseState>;
  /**
   * Takes the lease under the next epoch if nobody holds it, or if its holder has not renewed it since the
   * caller saw `renewals`; the state returned says who has it now.
   */
  take(candidate: NodeAddress, forMs: number, renewals?: number): Promise<LeaseState>;
  /** Prolongs the lease; the state returned names another holder or epoch if it was lost. */
  renew(epoch: number, forMs: number, note: string): Promise<LeaseState>;
  /** Gives the lease back, so that another node leads at once. */
  release(epoch: number): Promise<void>;
}

/** A node as the store knows it: by its heartbeats. */
export interface NodeHeartbeat {
  readonly node: string;
  /** How many heartbeats the node has stored: whoever sees the number grow knows that the node lives. */
  readonly beat: number;
  /** How long ago the node last stored a heartbeat, by the store's clock, ms. */
  readonly ageMs: number;
  /** The text of the node's last heartbeat, opaque to the store. */
  readonly announcement: string;
}

/** What a node hears when it says that it lives. */
export interface Attendance {
  /** The other nodes. */
  readonly present: readonly NodeHeartbeat[];
  /** The store's settings, as {@link Settings.all} has them. */
  readonly settings: ReadonlyMap<string, string>;
}

/**
 * Where nodes tell each other that they live, without reaching each other. Nothing of it is durable, and
 * nothing waits for a standby.
 */
export interface Roster {
  /** Stores a heartbeat of this node, in place of the one before, and reads those of the others. */
  attend(node: string, announcement: string): Promise<Attendance>;
  /** The heartbeats of all nodes, for a caller that is no node. */
  present(): Promise<readonly NodeHeartbeat[]>;
}

/**
 * Settings that all nodes share outside the log's commands, texts by name: as durable as a frame, each change
 * kept with its time.
 */
export interface Settings {
  all(): Promise<ReadonlyMap<string, string>>;
  set(values: ReadonlyMap<string, string>): Promise<void>;
  /** Sets those of the names that no node has set yet. @returns all settings as they are now */
  begin(values: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>>;
}

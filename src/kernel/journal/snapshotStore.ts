/**
 * Snapshots: images of the state after a sequence number, as bytes the store never looks into.
 *
 * A snapshot appears whole or not at all, whenever the power goes. It may be several gigabytes, so both
 * ways are streams.
 */
export interface SnapshotStore {
  /** How far apart old snapshots are kept; `undefined`: none are. */
  readonly spacing: Spacing | undefined;
  /**
   * Stores a snapshot; resolves when it would survive a power cut. Replaces one of the same sequence number.
   */
  write(meta: SnapshotMeta, chunks: ByteChunks): Promise<SnapshotInfo>;
  /** What is stored, newest first, by header only; a snapshot whose header is damaged is listed as such. */
  list(): Promise<SnapshotEntry[]>;
  /** Opens a snapshot. Its body is verified while it streams; a stream that ends has been verified whole. */
  read(seq: number): Promise<Snapshot>;
  /**
   * The newest snapshot (of sequence number ≤ `atMost`) every byte of which was just verified. Damaged
   * newer ones are passed over and named in `passedOver`.
   */
  newest(options?: { readonly atMost?: number }): Promise<NewestSnapshot>;
  /**
   * Deletes all but the newest `keep` (≥ 1) intact-looking snapshots and the newest up to `readerSeq`, from
   * which a reader that has fallen behind goes on, and leftovers of interrupted writes. Returns the sequence
   * numbers deleted.
   */
  prune(keep: number, readerSeq?: number): Promise<number[]>;
}

/**
 * The work ({@link SnapshotMeta.work}) that a snapshot of `bytes` must spare to be kept: of two snapshots
 * with less work between them, one is enough.
 */
export type Spacing = (bytes: number) => number;

/** What the writer says about a snapshot. */
export interface SnapshotMeta {
  /** The last sequence number applied to the state; replay continues with `seq + 1`. */
  readonly seq: number;
  /** The format tag of the engine that wrote it. */
  readonly format: number;
  /** Market time of the last frame applied, integer milliseconds since 1970. */
  readonly time: number;
  /** 32 bytes: the running digest of all events up to and including `seq`. */
  readonly digest: Uint8Array;
  /**
   * What executing everything up to and including `seq` takes: commands, and events that came of them,
   * counted.
   */
  readonly work: number;
}

/**
 * Bytes in order: one array, or a series of them. A series' array may be reused once the next is asked for.
 */
export type ByteChunks = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface SnapshotInfo extends SnapshotMeta {
  /** Bytes of the body. */
  readonly length: number;
}

export type SnapshotEntry =
  | { readonly type: "intact"; readonly name: string; readonly info: SnapshotInfo }
  | { readonly type: "damaged"; readonly name: string; readonly seq: number; readonly why: string };

export interface Snapshot {
  readonly info: SnapshotInfo;
  /** The body in pieces of at most 1 MiB, each valid until the next is asked for. */
  chunks(): AsyncIterable<Uint8Array>;
  /** The whole body, for states known to be small. */
  bytes(): Promise<Uint8Array>;
}

export interface NewestSnapshot {
  readonly snapshot: Snapshot | undefined;
  readonly passedOver: readonly { readonly name: string; readonly why: string }[];
}

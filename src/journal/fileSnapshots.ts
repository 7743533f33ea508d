import { crc32 } from "node:zlib";
import type { Disk, DiskFile } from "../host/disk.ts";
import { readFully, writeFully } from "../host/disk.ts";
import { DIGEST_BYTES } from "./commandLog.ts";
import { getU32, getU64, SECTOR_BYTES, setU64 } from "./frame.ts";
import { LogError } from "./logError.ts";
import type {
  ByteChunks,
  NewestSnapshot,
  Snapshot,
  SnapshotEntry,
  SnapshotInfo,
  SnapshotMeta,
  SnapshotStore,
} from "./snapshotStore.ts";

/*
 * A snapshot file, little-endian: one sector of header, then the body.
 *
 *   0 magic 8             "OUTCRY\0S"
 *   8 headerCrc u32       over the rest of the sector
 *  12 formatVersion u32
 *  16 format u32
 *  20 bodyCrc u32
 *  24 seq u64
 *  32 time u64
 *  40 length u64          of the body
 *  48 digest 32
 *  80 zeros
 */
const HEADER_BYTES = SECTOR_BYTES;
export const SNAPSHOT_FORMAT_VERSION = 1;
const MAGIC = Buffer.from("OUTCRY\0S", "latin1");
const CRC_FROM = 12;
const NAME = /^(\d{16})\.snapshot$/;

/** A snapshot while it is being written; not one until it is renamed. */
const UNFINISHED_NAME = "unfinished.snapshot";
const CHUNK_BYTES = 1024 * 1024;

/** Snapshots as files of a directory, which a `FileLog` may share. */
export class FileSnapshots implements SnapshotStore {
  readonly #disk: Disk;
  #writing = false;

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /**
   * Writes aside, syncs, renames, and syncs the directory: at every moment the store holds the old snapshots, and the
   * new one whole or not at all.
   *
   * @throws LogError `busy` while another is being written; `failed` when the disk refuses, and the
   *   snapshots there before are still good
   */
  async write(meta: SnapshotMeta, chunks: ByteChunks): Promise<SnapshotInfo> {
    if (meta.digest.length !== DIGEST_BYTES) throw new RangeError(`digest of ${meta.digest.length} bytes`);
    if (this.#writing) throw new LogError("busy", "a snapshot is being written");
    this.#writing = true;
    try {
      const file = await this.#disk.create(UNFINISHED_NAME);
      try {
        const body = await writeBody(file, chunks);
        await writeFully(file, encodeHeader({ ...meta, length: body.length }, body.crc), 0);
        await file.sync();
        await this.#disk.rename(UNFINISHED_NAME, snapshotName(meta.seq));
        await this.#disk.syncDirectory();
        return { ...meta, length: body.length };
      } finally {
        await file.close();
      }
    } catch (cause) {
      throw unwritable(this.#disk, snapshotName(meta.seq), cause);
    } finally {
      this.#writing = false;
    }
  }

  async list(): Promise<SnapshotEntry[]> {
    const names = (await this.#disk.list()).filter((name) => NAME.test(name)).sort();
    const entries: SnapshotEntry[] = [];
    for (const name of names.reverse()) {
      const seq = Number(NAME.exec(name)![1]);
      try {
        const info = await this.#info(seq);
        entries.push({ type: "intact", name, info });
      } catch (error) {
        if (!(error instanceof LogError) || error.reason !== "damaged") throw error;
        entries.push({ type: "damaged", name, seq, why: error.message });
      }
    }
    return entries;
  }

  async read(seq: number): Promise<Snapshot> {
    const info = await this.#info(seq);
    const chunks = (): AsyncGenerator<Uint8Array> => this.#chunks(seq);
    return { info, chunks, bytes: () => collect(chunks(), info.length) };
  }

  async newest(options: { readonly atMost?: number } = {}): Promise<NewestSnapshot> {
    const passedOver: { name: string; why: string }[] = [];
    for (const entry of await this.list()) {
      const seq = entry.type === "intact" ? entry.info.seq : entry.seq;
      if (seq > (options.atMost ?? Number.MAX_SAFE_INTEGER)) continue;
      try {
        const snapshot = await this.read(seq);
        for await (const _chunk of snapshot.chunks()); // read to the end: the whole body is verified
        return { snapshot, passedOver };
      } catch (error) {
        if (!(error instanceof LogError) || error.reason !== "damaged") throw error;
        passedOver.push({ name: entry.name, why: error.message });
      }
    }
    return { snapshot: undefined, passedOver };
  }

  async prune(keep: number, readerSeq = 0): Promise<number[]> {
    const intact = (await this.list()).flatMap((entry) => (entry.type === "intact" ? [entry.info.seq] : []));
    const needed = intact.find((seq) => seq <= readerSeq);
    const old = intact.slice(Math.max(keep, 1)).filter((seq) => seq !== needed);
    for (const seq of old) await this.#disk.unlink(snapshotName(seq));
    if (!this.#writing && (await this.#disk.list()).includes(UNFINISHED_NAME)) {
      await this.#disk.unlink(UNFINISHED_NAME);
    }
    await this.#disk.syncDirectory();
    return old;
  }

  async *#chunks(seq: number): AsyncGenerator<Uint8Array> {
    const name = snapshotName(seq);
    const file = await this.#disk.open(name, "read");
    try {
      const { info, bodyCrc } = await this.#readHeader(seq, file);
      const buffer = new Uint8Array(Math.min(CHUNK_BYTES, info.length));
      let crc = 0;
      for (let done = 0; done < info.length; ) {
        const chunk = buffer.subarray(0, Math.min(buffer.length, info.length - done));
        if ((await readFully(file, chunk, HEADER_BYTES + done)) < chunk.length) {
          throw damaged(this.#disk, name, "it ends early");
        }
        crc = crc32(chunk, crc);
        done += chunk.length;
        if (done === info.length && crc !== bodyCrc) {
          throw damaged(this.#disk, name, "its body is not what was written");
        }
        yield chunk;
      }
    } finally {
      await file.close();
    }
  }

  async #info(seq: number): Promise<SnapshotInfo> {
    const file = await this.#disk.open(snapshotName(seq), "read");
    try {
      return (await this.#readHeader(seq, file)).info;
    } finally {
      await file.close();
    }
  }

  async #readHeader(seq: number, file: DiskFile): Promise<{ info: SnapshotInfo; bodyCrc: number }> {
    const name = snapshotName(seq);
    const header = new Uint8Array(HEADER_BYTES);
    const found = await readFully(file, header, 0);
    if (
      found < HEADER_BYTES ||
      !MAGIC.equals(header.subarray(0, MAGIC.length)) ||
      crc32(header.subarray(CRC_FROM)) !== getU32(header, 8)
    ) {
      throw damaged(this.#disk, name, "its header is unreadable");
    }
    const version = getU32(header, 12);
    if (version !== SNAPSHOT_FORMAT_VERSION) {
      throw new LogError(
        "unsupported",
        `${name} in ${this.#disk.where} is a snapshot of format ${version}; this program reads ${SNAPSHOT_FORMAT_VERSION}`,
      );
    }
    const info = {
      seq: getU64(header, 24),
      format: getU32(header, 16),
      time: getU64(header, 32),
      digest: header.subarray(48, 48 + DIGEST_BYTES),
      length: getU64(header, 40),
    };
    if (info.seq !== seq) throw damaged(this.#disk, name, `it is the snapshot of command ${info.seq}`);
    if ((await file.size()) !== HEADER_BYTES + info.length) {
      throw damaged(this.#disk, name, "it is longer or shorter than written");
    }
    return { info, bodyCrc: getU32(header, 20) };
  }
}

/** Name of the file that holds a snapshot. */
export function snapshotName(seq: number): string {
  return `${String(seq).padStart(16, "0")}.snapshot`;
}

async function writeBody(file: DiskFile, chunks: ByteChunks): Promise<{ length: number; crc: number }> {
  let length = 0;
  let crc = 0;
  for await (const chunk of chunks instanceof Uint8Array ? [chunks] : chunks) {
    if (chunk.length === 0) continue;
    crc = crc32(chunk, crc);
    await writeFully(file, chunk, HEADER_BYTES + length);
    length += chunk.length;
  }
  return { length, crc };
}

function encodeHeader(info: SnapshotInfo, bodyCrc: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(12, SNAPSHOT_FORMAT_VERSION, true);
  view.setUint32(16, info.format, true);
  view.setUint32(20, bodyCrc, true);
  setU64(view, 24, info.seq);
  setU64(view, 32, info.time);
  setU64(view, 40, info.length);
  bytes.set(info.digest, 48);
  view.setUint32(8, crc32(bytes.subarray(CRC_FROM)), true);
  return bytes;
}

async function collect(chunks: AsyncIterable<Uint8Array>, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let done = 0;
  for await (const chunk of chunks) {
    bytes.set(chunk, done);
    done += chunk.length;
  }
  return bytes;
}

function unwritable(disk: Disk, name: string, cause: unknown): LogError {
  return new LogError("failed", `${name} in ${disk.where} cannot be written (${String(cause)})`, { cause });
}

function damaged(disk: Disk, name: string, why: string): LogError {
  return new LogError("damaged", `${name} in ${disk.where} is damaged: ${why}`);
}

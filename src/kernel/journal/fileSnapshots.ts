import { crc32 } from "node:zlib";
import type { Disk, DiskFile } from "../host/disk.ts";
import { readFully, writeFully } from "../host/disk.ts";
import { DIGEST_BYTES, LogError } from "./commandLog.ts";
import { collectBody, newestIntact, toPrune } from "./snapshotChoice.ts";
import type { SnapshotHeader } from "./snapshotHeader.ts";
import { decodeHeader, encodeHeader, HEADER_BYTES } from "./snapshotHeader.ts";
import type {
  ByteChunks,
  NewestSnapshot,
  Snapshot,
  SnapshotEntry,
  SnapshotInfo,
  SnapshotMeta,
  SnapshotStore,
  Spacing,
} from "./snapshotStore.ts";

const NAME = /^(\d{16})\.snapshot$/;

/** A snapshot while it is being written; not one until it is renamed. */
const UNFINISHED_NAME = "unfinished.snapshot";
const CHUNK_BYTES = 1024 * 1024;

/** Snapshots as files of a directory, which a `FileLog` may share. */
export class FileSnapshots implements SnapshotStore {
  readonly spacing: Spacing | undefined;
  readonly #disk: Disk;
  #writing = false;

  /** @param spacing keeps old snapshots too, this far apart; default: no old ones */
  constructor(disk: Disk, spacing?: Spacing) {
    this.#disk = disk;
    this.spacing = spacing;
  }

  /**
   * Writes aside, syncs, renames, and syncs the directory: at every moment the store holds the old snapshots,
   * and the new one whole or not at all.
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
        await writeFully(
          file,
          encodeHeader({ info: { ...meta, length: body.length }, bodyCrc: body.crc }),
          0,
        );
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
    return { info, chunks, bytes: () => collectBody(chunks(), info.length) };
  }

  newest(options: { readonly atMost?: number } = {}): Promise<NewestSnapshot> {
    return newestIntact(this, options.atMost);
  }

  async prune(keep: number, readerSeq = 0): Promise<number[]> {
    const old = toPrune(await this.list(), keep, readerSeq, this.spacing);
    for (const seq of old) await this.#disk.unlink(snapshotName(seq));
    if (!this.#writing && (await this.#disk.list()).includes(UNFINISHED_NAME)) {
      await this.#disk.unlink(UNFINISHED_NAME);
    }
    await this.#disk.syncDirectory();
    return old;
  }

  /** Deletes the snapshots of commands before `seq`. */
  async drop(seq: number): Promise<void> {
    for (const entry of await this.list())
      if (entry.type === "intact" && entry.info.seq < seq) await this.#disk.unlink(entry.name);
    await this.#disk.syncDirectory();
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

  async #readHeader(seq: number, file: DiskFile): Promise<SnapshotHeader> {
    const name = snapshotName(seq);
    const bytes = new Uint8Array(HEADER_BYTES);
    const found = await readFully(file, bytes, 0);
    const header = decodeHeader(bytes.subarray(0, found), seq, `${name} in ${this.#disk.where}`);
    if ((await file.size()) !== HEADER_BYTES + header.info.length) {
      throw damaged(this.#disk, name, "it is longer or shorter than written");
    }
    return header;
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

function unwritable(disk: Disk, name: string, cause: unknown): LogError {
  return new LogError("failed", `${name} in ${disk.where} cannot be written (${String(cause)})`, { cause });
}

function damaged(disk: Disk, name: string, why: string): LogError {
  return new LogError("damaged", `${name} in ${disk.where} is damaged: ${why}`);
}

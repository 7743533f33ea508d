import { crc32 } from "node:zlib";
import { DIGEST_BYTES } from "../commandLog.ts";
import { ContactLost, unreachable } from "../fenced/logStore.ts";
import { LogError } from "../logError.ts";
import { collectBody, newestIntact, toPrune } from "../snapshotChoice.ts";
import type { SnapshotHeader } from "../snapshotHeader.ts";
import { decodeHeader, encodeHeader } from "../snapshotHeader.ts";
import type {
  ByteChunks,
  NewestSnapshot,
  Snapshot,
  SnapshotEntry,
  SnapshotInfo,
  SnapshotMeta,
  SnapshotStore,
} from "../snapshotStore.ts";
import type { Lane } from "./lane.ts";

const CHUNK_BYTES = 1024 * 1024;

const BEGIN = `
  insert into outcry.snapshot values ($1, '') on conflict (seq) do update set header = ''`; // a second writer waits here
const CLEAR = "delete from outcry.snapshot_chunk where seq = $1";
const ADD = "insert into outcry.snapshot_chunk values ($1, $2, $3)";
const FINISH = "update outcry.snapshot set header = $2 where seq = $1";
const LIST = "select seq, header from outcry.snapshot order by seq desc";
const HEADER = "select header from outcry.snapshot where seq = $1";
const CHUNK = "select bytes from outcry.snapshot_chunk where seq = $1 and number = $2";
const DELETE = "delete from outcry.snapshot where seq = any($1)";

/** Snapshots as rows, with the header of those in files and a body in pieces. One appears in a single commit. */
export class PostgresSnapshots implements SnapshotStore {
  readonly #writes: Lane;
  readonly #reads: Lane;
  readonly #where: string;
  #writing = false;

  /** @param writes a lane of its own: what is written is one transaction, and may be gigabytes */
  constructor(lanes: { readonly writes: Lane; readonly reads: Lane }, where: string) {
    this.#writes = lanes.writes;
    this.#reads = lanes.reads;
    this.#where = where;
  }

  /** @throws LogError `busy` while another is being written here; `unreachable`, and those there before are still good */
  async write(meta: SnapshotMeta, chunks: ByteChunks): Promise<SnapshotInfo> {
    if (meta.digest.length !== DIGEST_BYTES) throw new RangeError(`digest of ${meta.digest.length} bytes`);
    if (this.#writing) throw new LogError("busy", "a snapshot is being written");
    this.#writing = true;
    const { seq } = meta;
    let length = 0;
    let bodyCrc = 0;
    try {
      await this.#writes.transaction(async (query) => {
        await query({ text: BEGIN, values: [seq] });
        await query({ text: CLEAR, values: [seq] });
        let number = 0;
        for await (const bytes of pieces(chunks)) {
          bodyCrc = crc32(bytes, bodyCrc);
          length += bytes.length;
          await query({ name: "chunk", text: ADD, values: [seq, number++, bytes] });
        }
        await query({ text: FINISH, values: [seq, encodeHeader({ info: { ...meta, length }, bodyCrc })] });
      });
      return { ...meta, length };
    } catch (error) {
      throw this.#told(error);
    } finally {
      this.#writing = false;
    }
  }

  async list(): Promise<SnapshotEntry[]> {
    const rows = await this.#rows<{ seq: string; header: Uint8Array }>(LIST, []);
    return rows.map((row) => {
      const seq = Number(row.seq);
      const name = this.#name(seq);
      try {
        return { type: "intact", name, info: decodeHeader(row.header, seq, name).info };
      } catch (error) {
        if (!(error instanceof LogError) || error.reason !== "damaged") throw error;
        return { type: "damaged", name, seq, why: error.message };
      }
    });
  }

  async read(seq: number): Promise<Snapshot> {
    const { info } = await this.#header(seq);
    const chunks = (): AsyncGenerator<Uint8Array> => this.#chunks(seq);
    return { info, chunks, bytes: () => collectBody(chunks(), info.length) };
  }

  newest(options: { readonly atMost?: number } = {}): Promise<NewestSnapshot> {
    return newestIntact(this, options.atMost);
  }

  async prune(keep: number, readerSeq = 0): Promise<number[]> {
    const old = toPrune(await this.list(), keep, readerSeq);
    await this.#rows(DELETE, [old]);
    return old;
  }

  async *#chunks(seq: number): AsyncGenerator<Uint8Array> {
    const { info, bodyCrc } = await this.#header(seq);
    let crc = 0;
    for (let done = 0, number = 0; done < info.length; number++) {
      const [row] = await this.#rows<{ bytes: Uint8Array }>(CHUNK, [seq, number]);
      const bytes = row?.bytes;
      if (bytes === undefined || done + bytes.length > info.length)
        throw this.#damaged(seq, "a piece is missing");
      crc = crc32(bytes, crc);
      done += bytes.length;
      if (done === info.length && crc !== bodyCrc)
        throw this.#damaged(seq, "its body is not what was written");
      yield bytes;
    }
  }

  async #header(seq: number): Promise<SnapshotHeader> {
    const [row] = await this.#rows<{ header: Uint8Array }>(HEADER, [seq]);
    if (row === undefined) throw this.#damaged(seq, "it is not there");
    return decodeHeader(row.header, seq, this.#name(seq));
  }

  async #rows<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    try {
      return (await this.#reads.query<Row>({ text, values })).rows;
    } catch (error) {
      throw this.#told(error);
    }
  }

  #told(error: unknown): unknown {
    return error instanceof ContactLost ? unreachable(this.#where, error) : error;
  }

  #name(seq: number): string {
    return `snapshot ${seq} beside ${this.#where}`;
  }

  #damaged(seq: number, why: string): LogError {
    return new LogError("damaged", `${this.#name(seq)} is damaged: ${why}`);
  }
}

/** The same bytes in pieces of at most `CHUNK_BYTES`. */
async function* pieces(chunks: ByteChunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks instanceof Uint8Array ? [chunks] : chunks) {
    for (let from = 0; from < chunk.length; from += CHUNK_BYTES)
      yield chunk.subarray(from, from + CHUNK_BYTES);
  }
}

import { crc32 } from "node:zlib";
import { DIGEST_BYTES, LogError } from "../commandLog.ts";
import { ContactLost, unreachable } from "../fenced/logStore.ts";
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

/** What is stored beside the log: states, or the histories that go with them. */
export type Kept = "snapshot" | "history";

/** The statements on the table of states, or histories, and on the table of their pieces. */
const statements = (kept: Kept) => ({
  // A second writer of the same one waits here until the first has ended.
  begin: `insert into outcry.${kept} values ($1, '') on conflict (seq) do update set header = ''`,
  clear: `delete from outcry.${kept}_chunk where seq = $1`,
  add: { name: `add ${kept}`, text: `insert into outcry.${kept}_chunk values ($1, $2, $3)` },
  finish: `update outcry.${kept} set header = $2 where seq = $1`,
  list: `select seq, header from outcry.${kept} order by seq desc`,
  header: `select header from outcry.${kept} where seq = $1`,
  chunk: `select bytes from outcry.${kept}_chunk where seq = $1 and number = $2`,
  delete: `delete from outcry.${kept} where seq = any($1)`,
});

/**
 * Snapshots, or histories, as rows: a header as that of snapshots in files, and the body in pieces. Each
 * appears in a single commit.
 */
export class PostgresSnapshots implements SnapshotStore {
  readonly spacing = undefined;
  readonly #writes: Lane;
  readonly #reads: Lane;
  readonly #where: string;
  readonly #kept: Kept;
  readonly #text: ReturnType<typeof statements>;
  #writing = false;

  /** @param lanes `writes` is for these alone: what is written is one transaction, and may be gigabytes */
  constructor(lanes: { readonly writes: Lane; readonly reads: Lane }, where: string, kept: Kept) {
    this.#writes = lanes.writes;
    this.#reads = lanes.reads;
    this.#where = where;
    this.#kept = kept;
    this.#text = statements(kept);
  }

  /**
   * Writes a snapshot.
   *
   * @throws LogError `busy` while another is being written here; `unreachable`, and those there before are
   * still good
   */
  async write(meta: SnapshotMeta, chunks: ByteChunks): Promise<SnapshotInfo> {
    if (meta.digest.length !== DIGEST_BYTES) throw new RangeError(`digest of ${meta.digest.length} bytes`);
    if (this.#writing) throw new LogError("busy", "a snapshot is being written");
    this.#writing = true;
    const { seq } = meta;
    let length = 0;
    let bodyCrc = 0;
    try {
      await this.#writes.transaction(async (query) => {
        await query({ text: this.#text.begin, values: [seq] });
        await query({ text: this.#text.clear, values: [seq] });
        let number = 0;
        for await (const bytes of pieces(chunks)) {
          bodyCrc = crc32(bytes, bodyCrc);
          length += bytes.length;
          await query({ ...this.#text.add, values: [seq, number++, bytes] });
        }
        await query({
          text: this.#text.finish,
          values: [seq, encodeHeader({ info: { ...meta, length }, bodyCrc })],
        });
      });
      return { ...meta, length };
    } catch (error) {
      throw this.#logErrorOf(error);
    } finally {
      this.#writing = false;
    }
  }

  async list(): Promise<SnapshotEntry[]> {
    const rows = await this.#rows<{ seq: string; header: Uint8Array }>(this.#text.list, []);
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
    await this.#rows(this.#text.delete, [old]);
    return old;
  }

  async *#chunks(seq: number): AsyncGenerator<Uint8Array> {
    const { info, bodyCrc } = await this.#header(seq);
    let crc = 0;
    for (let done = 0, number = 0; done < info.length; number++) {
      const [row] = await this.#rows<{ bytes: Uint8Array }>(this.#text.chunk, [seq, number]);
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
    const [row] = await this.#rows<{ header: Uint8Array }>(this.#text.header, [seq]);
    if (row === undefined) throw this.#damaged(seq, "it is not there");
    return decodeHeader(row.header, seq, this.#name(seq));
  }

  async #rows<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    try {
      return (await this.#reads.query<Row>({ text, values })).rows;
    } catch (error) {
      throw this.#logErrorOf(error);
    }
  }

  #logErrorOf(error: unknown): unknown {
    return error instanceof ContactLost ? unreachable(this.#where, error) : error;
  }

  #name(seq: number): string {
    return `${this.#kept} ${seq} beside ${this.#where}`;
  }

  #damaged(seq: number, why: string): LogError {
    return new LogError("damaged", `${this.#name(seq)} is damaged: ${why}`);
  }
}

/** The bytes of some chunks in pieces of at most `CHUNK_BYTES`. */
async function* pieces(chunks: ByteChunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks instanceof Uint8Array ? [chunks] : chunks) {
    for (let from = 0; from < chunk.length; from += CHUNK_BYTES)
      yield chunk.subarray(from, from + CHUNK_BYTES);
  }
}

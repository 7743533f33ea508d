import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Deferred } from "../../readmodel/threads.ts";
import { type SentFile, sendFile } from "./respond.ts";

/** Pieces that note when they are asked for, and when nobody takes any more. */
class Pieces implements AsyncIterableIterator<Uint8Array> {
  readonly ended = new Deferred<void>();
  asked = 0;
  readonly #make: (number: number) => Promise<Uint8Array | undefined>;

  constructor(make: (number: number) => Promise<Uint8Array | undefined>) {
    this.#make = make;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    const value = await this.#make(++this.asked);
    return value === undefined ? this.return() : { done: false, value };
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.ended.resolve();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** A server that sends the file; resolves with its address and what became of it. */
async function served(file: Pick<SentFile, "pieces"> & Partial<SentFile>) {
  const sent = new Deferred<Error | undefined>();
  const server = createServer((_request, raw: ServerResponse) => {
    const signal = new AbortController().signal;
    sendFile(raw, { name: "rows.csv", type: "text/csv", signal, ...file }).then(sent.resolve, sent.reject);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent: sent.promise };
}

const BYTES = new Uint8Array(64 * 1024).fill(65);

test("a file arrives whole, with name and type, and is not kept", async () => {
  const pieces = new Pieces(async (number) => (number > 3 ? undefined : BYTES));
  const { url, sent } = await served({ pieces });
  const response = await fetch(url);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/csv",
    "content-disposition": 'attachment; filename="rows.csv"',
    "cache-control": "no-store",
  });
  expect((await response.text()).length).toBe(3 * BYTES.length);
  expect(await sent).toBeUndefined();
  await pieces.ended.promise;
});

test("one that cannot be made to its end is cut off: nobody takes it for whole", async () => {
  const pieces = new Pieces(async (number) => {
    if (number > 2) throw new Error("the disk is gone");
    return BYTES;
  });
  const { url, sent } = await served({ pieces });
  const response = await fetch(url);
  await expect(response.arrayBuffer()).rejects.toThrow();
  expect(await sent).toMatchObject({ message: "the disk is gone" });
});

test("a client that does not read makes no piece be made that it has no room for, and one that leaves ends it", async () => {
  const pieces = new Pieces(async (number) => {
    if (number > 4_000) throw new Error("256 MiB were made for a client that reads nothing");
    return BYTES;
  });
  const leaving = new AbortController();
  const { url, sent } = await served({ pieces });
  await fetch(url, { signal: leaving.signal });
  await settled(() => pieces.asked);
  leaving.abort();
  await pieces.ended.promise;
  expect(await sent).toBeUndefined();
});

/** Resolves once a number has stayed the same over many turns of the loop. */
async function settled(read: () => number): Promise<void> {
  for (let same = 0, last = -1; same < 1_000; same = read() === last ? same + 1 : 0) {
    last = read();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("what is given up here is cut off", async () => {
  const giveUp = new AbortController();
  const pieces = new Pieces(async () => BYTES);
  const { url, sent } = await served({ pieces, signal: giveUp.signal });
  const response = await fetch(url);
  giveUp.abort(new Error("the venue is stopping"));
  await expect(response.arrayBuffer()).rejects.toThrow();
  await pieces.ended.promise;
  expect(await sent).toMatchObject({ message: "the venue is stopping" });
});

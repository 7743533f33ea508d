import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { fdatasync, write } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ORDER_PATH } from "../httpLoad.ts";
import type { Lane } from "../lane.ts";
import { type ServedArguments, SIGNERS, servedLane } from "../served.ts";

const RECORD_BYTES = 128;

/**
 * The peer: as little as can be done between a signed order and its durable acknowledgement. Reads the body,
 * checks the signature, parses, appends a record to a journal with group commit, answers. No market, no
 * history.
 */
export async function start(args: ServedArguments): Promise<Lane> {
  const directory = await mkdtemp(join(tmpdir(), "outcry-bench-"));
  const file = await open(join(directory, "journal"), "a");
  const journal = new GroupCommit(file.fd);
  const keys = new Map(
    SIGNERS.map(({ apiKey, secret }): [string, KeyObject] => [apiKey, createSecretKey(Buffer.from(secret))]),
  );
  let orders = 1_000_000_000_000_000;
  const server = createServer((request, reply) => {
    readBody(request, (body) => {
      if (!isSigned(keys, request, body)) return refuse(reply);
      const { client_oid } = JSON.parse(body.toString()) as { readonly client_oid: string };
      const order = orders++;
      journal.append(body, () => {
        const answer = `{"client_oid":"${client_oid}","order_id":"${order}"}`;
        reply.writeHead(200, ["content-type", "application/json", "content-length", String(answer.length)]);
        reply.end(answer);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return servedLane(
    {
      port: (server.address() as AddressInfo).port,
      async stop() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        await file.close();
        await rm(directory, { recursive: true });
      },
    },
    args,
  );
}

function readBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
}

function isSigned(keys: ReadonlyMap<string, KeyObject>, { headers }: IncomingMessage, body: Buffer): boolean {
  const key = keys.get(headers["access-key"] as string);
  if (key === undefined) return false;
  const head = `${headers["access-timestamp"]}POST${ORDER_PATH}`;
  const signature = createHmac("sha256", key).update(head).update(body).digest();
  return timingSafeEqual(signature, Buffer.from(headers["access-sign"] as string, "base64"));
}

function refuse(reply: ServerResponse): void {
  reply.writeHead(401).end();
}

/** Appends records; all that arrive during a sync share the next one. */
class GroupCommit {
  readonly #descriptor: number;
  #records: Buffer[] = [];
  #waiting: (() => void)[] = [];
  #isBusy = false;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  append(body: Buffer, done: () => void): void {
    const record = Buffer.alloc(RECORD_BYTES);
    body.copy(record);
    this.#records.push(record);
    this.#waiting.push(done);
    if (!this.#isBusy) this.#commit();
  }

  #commit(): void {
    this.#isBusy = true;
    const waiting = this.#waiting;
    const bytes = Buffer.concat(this.#records);
    this.#records = [];
    this.#waiting = [];
    write(this.#descriptor, bytes, (error) => {
      if (error !== null) throw error;
      fdatasync(this.#descriptor, (error) => {
        if (error !== null) throw error;
        this.#isBusy = false;
        if (this.#records.length > 0) this.#commit();
        for (const done of waiting) done();
      });
    });
  }
}

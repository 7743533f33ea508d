import { fork } from "node:child_process";
import { once } from "node:events";
import { entryOf } from "./entry.ts";
import type { Dialect, HttpLoad, HttpResult, Signer } from "./httpLoad.ts";
import { cpuSeconds, type Lane } from "./lane.ts";

/** A server under test. */
export interface Served {
  readonly port: number;
  /** Waits until everything that the last requests left to do is done. */
  settle?(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServedArguments {
  readonly connections: number;
  readonly requests: number;
  /** See {@link HttpLoad.reads}. */
  readonly reads?: boolean;
  /** See {@link HttpLoad.dialect}. */
  readonly dialect?: Dialect;
  /** See {@link HttpLoad.everyMs}. */
  readonly everyMs?: number;
}

/** Signers of requests, one for each connection, the same for every server. */
export const SIGNERS: readonly (Signer & { readonly name: string })[] = Array.from(
  { length: 256 },
  (_, i) => ({
    name: `load-${i}`,
    apiKey: `key-${i}`,
    secret: `secret-of-${i}`,
    passphrase: `passphrase${i}`,
  }),
);

/**
 * A server in this process under load from a process of its own. Reads `rate` (answers a second), `p50`,
 * `p99` (µs) and `cpu` (the server's processor time, µs a request). The first load warms both and is not
 * read.
 */
export async function servedLane(server: Served, { requests, ...rest }: ServedArguments): Promise<Lane> {
  const generator = fork(entryOf("httpLoadMain"));
  const load = async (count: number): Promise<HttpResult> => {
    const order: HttpLoad = { ...rest, port: server.port, signers: SIGNERS, requests: count };
    generator.send(order);
    const [result] = (await once(generator, "message")) as [HttpResult | { readonly error: string }];
    if ("error" in result) throw new Error(result.error);
    await server.settle?.();
    return result;
  };
  await load(requests / 2);
  return {
    async pass() {
      const before = cpuSeconds();
      const result = await load(requests);
      return { ...result, cpu: ((cpuSeconds() - before) * 1e6) / requests };
    },
    async close() {
      generator.disconnect();
      await server.stop();
    },
  };
}

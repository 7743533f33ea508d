import { chmodSync, chownSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { postgresUser } from "../../scripts/postgres/user.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { freePort } from "../host/freePort.ts";
import { randomFrame } from "../simulation/journalFrames.ts";
import { isMissing, newDatabase, openLog, usingPostgres } from "./postgres.ts";
import { query } from "./query.ts";

/**
 * The way to the database by TLS. Certificates for 127.0.0.1 until 2126, made for this alone by an authority
 * whose key nobody has: `openssl req -x509 …`, as docs/three-machines.md has it.
 */
const TLS = join(import.meta.dirname, "tls");
const HOSTS = ["local all all scram-sha-256", "hostssl all all 127.0.0.1/32 scram-sha-256", ""].join("\n");

describe.skipIf(isMissing)("a log on a server that takes TLS alone", () => {
  const postgres = usingPostgres({ standbys: 0 });
  let plain = "";

  beforeAll(async () => {
    const server = postgres().servers[0]!;
    const database = new URL(await newDatabase(postgres())).pathname;
    await server.kill();
    for (const name of ["server.pem", "server.key"]) {
      const file = join(server.data, name);
      copyFileSync(join(TLS, name), file);
      chmodSync(file, 0o600);
      const { uid, gid } = postgresUser();
      if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
    }
    writeFileSync(join(server.data, "pg_hba.conf"), HOSTS);
    await server.set({ ssl: "on", ssl_cert_file: "server.pem", ssl_key_file: "server.key" });
    server.tcpPort = await freePort();
    await server.start();
    plain = `postgres://outcry:${postgres().password}@127.0.0.1:${server.tcpPort}${database}`;
  });

  const by = (how: string, authority = "ca.pem") =>
    `${plain}?sslmode=${how}&sslrootcert=${encodeURIComponent(join(TLS, authority))}`;

  test("is opened, led and appended to over connections whose certificate was verified", async () => {
    const log = await openLog(by("verify-full"), { single: true });
    try {
      await log.lease.take({ node: "a", address: "127.0.0.1:1" }, 600_000);
      const { epoch } = await log.acquire();
      await log.append(epoch, 1, { ...randomFrame(new SeededRng(1), 300), count: 1 });
      expect(log.head()).toMatchObject({ nextSeq: 2 });
      const ways =
        "select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'outcry'";
      expect(new Set((await query(by("verify-full"), ways)).map(({ ssl }) => ssl))).toEqual(new Set([true]));
    } finally {
      await log.close();
    }
  });

  test.each([
    ["another authority", () => by("verify-full", "other.pem"), /unable to verify|self.signed|unable to get/],
    ["another name", () => by("verify-full").replace("127.0.0.1", "localhost"), /altnames|does not match/],
    ["no TLS", () => plain, /no encryption|pg_hba/],
  ])("is refused with %s", async (_, url, why) => {
    await expect(openLog(url(), { single: true })).rejects.toThrow(why);
  });
});

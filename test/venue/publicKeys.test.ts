import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { outcry } from "../cli/inProcess.ts";
import { MASTER_KEY } from "../conformance/key-holders.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { control } from "./control.ts";
import type { PairKind } from "./keyPairs.ts";
import { keyPair, registered } from "./keyPairs.ts";
import { RequestSocket, signatureOf } from "./requestSocket.ts";
import type { Key } from "./stamp.ts";
import { stamp } from "./stamp.ts";
import { venueOfFile } from "./venueOfTest.ts";

/*
 * Keys that are registered by their public half: who has the private one signs requests of the fapi dialect,
 * and nobody signs anything with what the venue knows.
 */

const venue = await venueOfFile({ prices: { btc: 60_000 }, accounts: [{ name: "own" }] });

/** A request of the dialect that is signed as the key's kind is. @param escaped whether the signature is */
async function ask({ baseUrl }: Pick<Venue, "baseUrl">, key: Key, path: string, escaped = true) {
  const query = `recvWindow=30000&timestamp=${stamp(key)}`;
  const signature = signatureOf(query, key);
  const signed = `${query}&signature=${escaped ? encodeURIComponent(signature) : signature}`;
  const reply = await fetch(`${baseUrl}${path}?${signed}`, { headers: { "X-MBX-APIKEY": key.apiKey } });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return { status: reply.status, body: (await reply.json()) as any };
}

describe.each(["RSA", "Ed25519"] as const)("%s", (kind: PairKind) => {
  test("signs, escaped or not, by REST and as a message", async () => {
    const key = await registered(venue, "own", kind);
    // Unescaped, a signature with a plus would read as one with a blank: of several one has one.
    for (let i = 0; i < 8; i++) {
      expect(await ask(venue, key, "/fapi/v2/balance")).toMatchObject({ status: 200 });
      expect(await ask(venue, key, "/fapi/v2/balance", false)).toMatchObject({ status: 200 });
    }
    const socket = await RequestSocket.open(venue, key);
    expect((await socket.askSigned("account.balance")).status).toBe(200);
    await socket.listener.close();
  });

  test("nothing else is its signature", async () => {
    const key = await registered(venue, "own", kind);
    const other = { ...key, secret: keyPair(kind).privateKey };
    expect(await ask(venue, other, "/fapi/v2/balance")).toMatchObject({ status: 400, body: { code: -1022 } });
    // What the venue keeps of it is public, and no secret.
    const pem = createPublicKey(key.secret).export({ type: "spki", format: "pem" }).toString();
    expect(await ask(venue, { ...key, secret: pem }, "/fapi/v2/balance")).toMatchObject({
      body: { code: -1022 },
    });
    for (const passphrase of ["x", pem]) {
      const { status, body } = await new Client(venue.baseUrl, {
        ...key,
        secret: pem,
        passphrase: passphrase.replaceAll("\n", ""),
      }).get("account/assets");
      expect({ status, code: body.code }).toEqual({ status: 400, code: "40006" });
      expect(body.msg).toContain(`${kind} key`);
    }
  });

  test("is listed as what it is", async () => {
    const { apiKey } = await registered(venue, "own", kind);
    const { body } = await control(venue, "keys?account=own");
    const of = (name: string) => body.find((each: { apiKey: string }) => each.apiKey === name);
    expect(of(apiKey)).toMatchObject({ kind, permissions: ["read", "spot", "futures"] });
    expect(of(venue.accounts[0]!.apiKey)).toMatchObject({ kind: "HMAC" });
    expect(JSON.stringify(body)).not.toContain("PUBLIC KEY");
  });
});

describe("what is no public half that can be registered is refused in a sentence", () => {
  const ed25519 = keyPair("Ed25519");
  const curve = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = { type: "spki", format: "pem" } as const;
  const exponent = generateKeyPairSync("rsa", { modulusLength: 2_048, publicExponent: 0x10003 });

  test.each([
    ["", "publicKey"],
    ["nothing", "no PEM of a public key"],
    ["-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "no PEM of a public key"],
    [ed25519.privateKey, "private half"],
    [keyPair("RSA", 1_024).publicKey, "1024 bits"],
    [curve.publicKey.export(pem).toString(), "of the kind ec"],
    [exponent.publicKey.export(pem).toString(), "exponent"],
    ["x".repeat(2_049), "2048"],
  ])("%.40s", async (publicKey, says) => {
    const { status, body } = await control(venue, "keys/register", { account: "own", publicKey });
    expect(status).toBe(400);
    expect(body.msg).toContain(says);
    expect(body.msg).toContain("publicKey");
  });

  test("a public half is no secret", async () => {
    const strings = { apiKey: "confused", secret: ed25519.publicKey, passphrase: "pass" };
    const { status, body } = await control(venue, "keys/import", { account: "own", ...strings });
    expect({ status, says: body.msg }).toEqual({ status: 400, says: expect.stringContaining("register it") });
  });
});

test("a key of a name of its own is there after a restart, in a branch, a backup and a dump", async () => {
  const data = temporaryDirectory();
  const options = { prices: { btc: 60_000 }, accounts: [{ name: "own" }], data, masterKey: MASTER_KEY };
  let kept = await startVenue(options);
  const { publicKey, privateKey } = keyPair("Ed25519");
  const named = { account: "own", publicKey, apiKey: "mine", permissions: ["read"] };
  expect((await control(kept, "keys/register", named)).body).toEqual({ apiKey: "mine", kind: "Ed25519" });
  const key = { apiKey: "mine", secret: privateKey, passphrase: "" };
  expect((await ask(kept, key, "/fapi/v2/balance")).status).toBe(200);
  const branch = await kept.branch();
  expect((await ask(branch, key, "/fapi/v2/balance")).status).toBe(200);
  await branch.stop();
  const copy = join(temporaryDirectory(), "copy");
  await kept.backup(copy);
  await kept.stop();
  const dump = join(temporaryDirectory(), "venue.ndjson");
  const loaded = join(temporaryDirectory(), "loaded");
  expect((await outcry("dump", dump, "--data", data)).code).toBe(0);
  expect((await outcry("load", dump, "--data", loaded)).code).toBe(0);
  cpSync(join(data, "demo-credentials.json"), join(loaded, "demo-credentials.json"));
  for (const directory of [data, copy, loaded]) {
    kept = await startVenue({ ...options, data: directory });
    expect((await ask(kept, key, "/fapi/v2/balance")).status).toBe(200);
    await kept.stop();
  }
});

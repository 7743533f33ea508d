import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Child } from "../cli/child.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client, inTime, send } from "./client.ts";
import { LIMIT } from "./limitOrder.ts";

/**
 * Canaries in secrets, passphrases and bodies: whatever the venue writes or answers, they are not in it. (The
 * credentials file, which is for its owner's eyes, is the one exception.)
 */

const CANARY = "xCANARYx";
const secret = (name: string): string => `${name}${CANARY}0123456789`;

test("secrets, passphrases and bodies reach no log line, journal, snapshot, history, error or metric", async () => {
  const data = temporaryDirectory();
  const master = Buffer.from(`${CANARY}${"m".repeat(24)}`).toString("base64");
  const environment = {
    OUTCRY_DEMO_KEY: "demo-key",
    OUTCRY_DEMO_SECRET: secret("demo-secret"),
    OUTCRY_DEMO_PASSPHRASE: secret("demopassphrase"),
    OUTCRY_ADMIN_TOKEN: secret("admin-token"),
    OUTCRY_MASTER_KEY: master,
  };
  const { child, ready } = await Child.serve(
    ["--data", data, "--log", "json", "--limits", "seed"],
    environment,
  );
  const answers: string[] = [];
  const control = async (path: string, body?: string): Promise<void> => {
    const request = {
      headers: { authorization: `Bearer ${environment.OUTCRY_ADMIN_TOKEN}` },
      ...(body !== undefined && { method: "POST", body }),
    };
    const response = await inTime(() => fetch(`${ready.controlUrl}${path}`, request));
    answers.push(await response.text());
  };
  const own = { apiKey: "own-key", secret: secret("own-secret"), passphrase: secret("ownpassphrase") };
  await control("/control/keys/import", JSON.stringify({ account: "demo-1", ...own }));
  await control("/control/keys/import", JSON.stringify({ account: "demo-1", ...own }));
  await control("/control/keys/import", JSON.stringify({ account: "nobody", ...own }));
  await control(
    "/control/keys/import",
    JSON.stringify({ account: "demo-1", ...own, passphrase: `${own.passphrase} blank` }),
  );
  await control(
    "/control/keys/import",
    JSON.stringify({ account: "demo-1", ...own, secret: { nested: own.secret } }),
  );
  await control(
    "/control/keys/import",
    JSON.stringify({ account: "demo-1", ...own, secret: own.secret.repeat(20) }),
  );
  await control("/control/keys/import", `{"account":"demo-1","secret":"${own.secret}",`);

  const order = { ...LIMIT, price: "59000" };
  const note = secret("note");
  const tickets: string[] = [];
  const clients = [ready.accounts[0]!, own].map((key) => new Client(ready.baseUrl, key));
  for (const client of clients) {
    const { key } = client;
    const ticket = async () => {
      tickets.push((await client.post("account/socketTicket")).body.ticket);
      return tickets.at(-1)!;
    };
    while (!(await opens(ready.baseUrl, await ticket()))); // one is good for ten seconds, which a machine may be held up
    expect(await opens(ready.baseUrl, tickets.at(-1)!)).toBe(false);
    answers.push((await client.post("order/placeOrder", { ...order, client_oid: key.apiKey, note })).text);
    answers.push(
      (await client.post("order/placeOrder", { ...order, size: "0", client_oid: "bad", note })).text,
    );
    answers.push((await client.post("order/placeOrder", `{"note":"${note}"`)).text);
    const wrong = new Client(ready.baseUrl, { ...key, passphrase: secret("wrongpassphrase") });
    answers.push((await wrong.get("account/assets")).text);
    const forged = new Client(ready.baseUrl, { ...key, secret: secret("wrong-secret") });
    answers.push((await forged.get("account/assets")).text);
    const stale = client.sign("GET", "account/assets", "", 1_600_000_000_000);
    answers.push((await send(stale)).text);
  }
  for (const client of clients) {
    const cancelAll = () => client.post("order/cancelAllOrders", { cancelOrderType: "normal", note });
    let isLimited = false;
    while (!isLimited) {
      const texts = (await Promise.all(Array.from({ length: 15 }, cancelAll))).map(({ text }) => text);
      answers.push(...texts);
      isLimited = texts.some((text) => text.includes("Rate limit exceeded"));
    }
  }
  for (const path of [
    "/control/keys",
    "/control/status",
    "/control/requests/signatures",
    "/metrics",
    "/health",
    "/openapi.json",
  ]) {
    await control(path);
  }
  const placed = answers.filter((text) => text.includes("order_id"));
  expect(placed.length, "requests with a canary were accepted").toBeGreaterThanOrEqual(2);
  child.kill("SIGTERM");
  expect(await child.exited(), child.stderr).toBe(0);

  const files = filesIn(data);
  expect(files.some((path) => path.endsWith(".snapshot"))).toBe(true);
  expect(files.some((path) => path.endsWith("history.db"))).toBe(true);
  for (const path of files) {
    const text = readFileSync(path, "latin1");
    if (path.endsWith("demo-credentials.json")) {
      expect(statSync(path).mode & 0o077).toBe(0);
      expect(text).toContain(environment.OUTCRY_DEMO_SECRET);
    } else {
      expectNoCanary(text, path);
    }
    for (const ticket of tickets) expect(text.includes(ticket), path).toBe(false);
  }
  for (const ticket of tickets) expect(child.stderr).not.toContain(ticket);
  expect(child.stderr).toContain('"signature mismatch"');
  expectNoCanary(child.stderr, "the log");
  for (const text of answers) expectNoCanary(text, "an answer");
});

/** Whether a ticket opens a private socket, as a browser shows it. */
function opens(baseUrl: string, ticket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${baseUrl.replace("http", "ws")}/v2/ws/private`, ["outcry", ticket]);
    socket.addEventListener("open", () => {
      socket.close();
      resolve(true);
    });
    socket.addEventListener("error", () => resolve(false));
  });
}

/** Expects no canary in a text, neither as it is, nor in hex or in any of the three alignments of base64. */
function expectNoCanary(text: string, where: string): void {
  const forms = [CANARY, Buffer.from(CANARY).toString("hex")];
  for (let shift = 0; shift < 3; shift++) {
    const encoded = Buffer.from("-".repeat(shift) + CANARY).toString("base64");
    forms.push(encoded.slice(Math.ceil((shift * 4) / 3), -4));
  }
  for (const form of forms) {
    const at = text.indexOf(form);
    const found = at < 0 ? undefined : text.slice(Math.max(0, at - 60), at + 40);
    expect(found, `${where} holds ${form}`).toBeUndefined();
  }
}

function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test("what a mismatched signature was made over stands beside what the venue computed it over", async () => {
  const { child, ready } = await Child.serve(["--data", "memory", "--log", "json"]);
  const client = new Client(ready.baseUrl, ready.accounts[0]!);
  const { url, headers } = client.sign("GET", "account/getAccount");
  const { code, msg } = (await send({ method: "GET", url: `${url}?coin=USDT`, headers, body: "" })).body;
  expect({ code, msg }).toEqual({
    code: "40009",
    msg: "API verification failed: the signature does not match: it was made over the path without its query",
  });
  const expectedOver = `${headers["ACCESS-TIMESTAMP"]}GET/capi/v2/account/getAccount?coin=USDT`;
  const operator = { headers: { authorization: `Bearer ${ready.adminToken}` } };
  const shown = await inTime(() => fetch(`${ready.controlUrl}/control/requests/signatures`, operator));
  const [failure] = (await shown.json()) as readonly Record<string, unknown>[];
  const told = { key: ready.accounts[0]!.apiKey, diagnosis: "it was made over the path without its query" };
  const signedOver = expectedOver.replace("?coin=USDT", "");
  expect(failure).toMatchObject({ ...told, expectedOver, signedOver });
  child.kill("SIGTERM");
  await child.exited();
  const line = child.stderr.split("\n").find((each) => each.includes("signature mismatch"));
  expect(JSON.parse(line!)).toMatchObject({
    ...told,
    expectedOver: `${expectedOver.replace("USDT", "…")} + 0 bytes of body`,
  });
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, watch } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "../venue/client.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import type { Ready } from "./child.ts";
import { Child, MAIN } from "./child.ts";
import { outcry } from "./inProcess.ts";
import { thinMarket } from "./thinMarket.ts";

/**
 * `outcry serve` as a process: how it says that it is ready, how it ends, what lasts. Where it refuses to
 * start, it does so in this process: a process of its own takes more than all of the rest.
 */

const ORDER = { ...LIMIT, client_oid: "lasting", price: "59000" };

/** What a clean stop says on stderr; on a busy machine there may be a warning before its end. */
const stoppedBy = (why: string) => new RegExp(`${why}: stopping\\n(?:.* warn .*\\n)*stopped cleanly\\n`);

const clientOf = ({ baseUrl, accounts }: Ready) => new Client(baseUrl, accounts[0]!);

test("ready, a signed order, SIGTERM, and all of it again after a restart", async () => {
  const data = temporaryDirectory();
  const { child, ready } = await Child.serve(["--data", data]);
  expect(child.stdout.match(/\n/g)).toHaveLength(1);
  expect(Object.keys(ready)).toEqual(["baseUrl", "wsUrl", "accounts", "adminToken", "controlUrl", "pid"]);
  expect(ready.pid).toBe(child.process.pid);
  expect((await fetch(`${ready.baseUrl}/health`)).status).toBe(200);
  const placed = await clientOf(ready).post("order/placeOrder", ORDER);
  expect(placed.status, placed.text).toBe(200);
  const file = join(data, "demo-credentials.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
    accounts: ready.accounts,
    adminToken: ready.adminToken,
  });

  child.kill("SIGTERM");
  expect(await child.exited(), child.stderr).toBe(0);
  expect(child.stderr).toMatch(stoppedBy("SIGTERM"));

  const again = await Child.serve(["--data", data]);
  expect(again.ready.accounts).toEqual(ready.accounts);
  expect(again.ready.adminToken).toBe(ready.adminToken);
  const orders = await clientOf(again.ready).get("order/current");
  expect(orders.body).toMatchObject([{ client_oid: "lasting", order_id: placed.body.order_id }]);
  again.child.kill("SIGTERM");
  expect(await again.child.exited()).toBe(0);
});

test("a Ctrl-C that arrives twice, as under npm, is one clean stop", async () => {
  const { child } = await Child.serve(["--data", "memory"]);
  // On a busy machine this process may lose its turn between two signals. Held, the child gets both at once;
  // two that are the same would be one.
  child.kill("SIGSTOP");
  if (process.platform === "linux")
    await expect.poll(() => readFileSync(`/proc/${child.process.pid}/stat`, "utf8")).toMatch(/\) T /);
  child.kill("SIGINT");
  child.kill("SIGTERM");
  child.kill("SIGCONT");
  expect(await child.exited(), child.stderr).toBe(0);
  expect(child.stderr).toContain("stopped cleanly");
});

test("with --exit-with-parent a venue ends when whoever started it is killed", async () => {
  const words = [MAIN, "serve", "--port", "0", "--ready-json", "--data", "memory", "--exit-with-parent"];
  words.push("--market", "empty", "--prehistory", "0");
  const start = `require("node:child_process").spawn(process.execPath, process.argv.slice(1), { stdio: ["pipe", 1, 2] })`;
  const parent = spawn(process.execPath, ["-e", start, "--", ...words], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [line] = await once(createInterface({ input: parent.stdout }), "line");
  const { baseUrl } = JSON.parse(line) as Ready;
  expect((await fetch(`${baseUrl}/health`)).status).toBe(200);
  let told = "";
  parent.stderr.setEncoding("utf8").on("data", (text) => {
    told += text;
  });
  parent.kill("SIGKILL");
  await once(parent.stderr, "end"); // the venue's end of it, too: the process is gone
  expect(told).toMatch(stoppedBy("standard input ended"));
  await expect(fetch(`${baseUrl}/health`)).rejects.toThrow("fetch failed");
});

test("`outcry stop` returns when the venue has gone and its directory is free", async () => {
  const data = temporaryDirectory();
  const { child } = await Child.serve(["--data", data]);
  const { code, stderr, json } = await outcry("stop --data", data, "--json");
  expect(code, stderr).toBe(0);
  expect(json()).toMatchObject({ stopped: true });
  expect(await child.exited(), child.stderr).toBe(0);
});

test("a port that is taken ends the start at once, and says so", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen({ host: "127.0.0.1", port: 0 }, resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { readonly port: number };
  const { code, stdout, stderr } = await outcry(`serve --port ${port} --data memory`);
  expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
  expect(stderr).toContain(`port ${port} on 127.0.0.1 is in use`);
  expect(stderr).toContain("--port 0");
});

test("a data directory has one venue", async () => {
  const data = temporaryDirectory();
  await Child.serve(["--data", data]);
  const second = await outcry("serve --port 0 --data", data);
  expect(second.code).toBe(5);
  expect(second.stderr).toContain("in use by another running venue");
});

test.skipIf(process.platform === "win32")(
  "a disk without room halts the venue, which says so; with room it goes on",
  async () => {
    const data = temporaryDirectory();
    const simulated = ["--data", data, "--clock", "test", "--market", thinMarket()];
    const { child, ready } = await Child.serve(simulated, {}, "-f 1200");
    const placed = await clientOf(ready).post("order/placeOrder", ORDER);
    expect(placed.status, placed.text).toBe(200);
    const day = await fetch(`${ready.controlUrl}/control/clock/step`, {
      method: "POST",
      headers: { authorization: `Bearer ${ready.adminToken}` },
      body: '{"ms": 86400000}',
    }).catch(() => undefined); // the venue may be gone before it answers
    expect([undefined, 503]).toContain(day?.status);
    expect(await child.exited(), child.stderr).toBe(1);
    expect(child.stderr).toMatch(/error: the venue halted: .+\. Nothing acknowledged is lost/);
    expect(child.stderr).not.toContain("stopped cleanly");

    const again = await Child.serve(simulated);
    const detail = await clientOf(again.ready).get(`order/detail?orderId=${placed.body.order_id}`);
    expect(detail.body).toMatchObject({ order_id: placed.body.order_id, client_oid: "lasting" });
    again.child.kill("SIGTERM");
    expect(await again.child.exited()).toBe(0);
  },
);

test("a signal during the start is obeyed once the venue is whole", async () => {
  const data = temporaryDirectory();
  const begun = once(watch(data), "change");
  const words = ["serve", "--port", "0", "--data", data, "--market", "empty", "--prehistory", "0"];
  const child = new Child([...words, "--ready-json"]);
  await begun; // the directory is locked: it starts
  child.kill("SIGTERM");
  expect(await child.exited(), child.stderr).toBe(0);
  expect(child.stderr).toMatch(stoppedBy("SIGTERM"));
  const again = await Child.serve(["--data", data]);
  again.child.kill("SIGTERM");
  expect(await again.child.exited()).toBe(0);
});

test("the banner names addresses, credentials, simulated prices, limits and a first request", async () => {
  const data = join(temporaryDirectory(), "its data");
  const child = new Child(["serve", "--port", "0", "--data", data, "--market", "empty", "--prehistory", "0"]);
  while (!child.stdout.includes("curl")) await child.said();
  for (const part of [
    "http://127.0.0.1:",
    "/capi/v2/",
    "/capi/v3/",
    "/v2/ws/public",
    "/operator (",
    "/control/",
    join(data, "demo-credentials.json"),
    "prices are simulated",
    "seed; lift them for an account:",
    `limits exempt demo-1 --data '${data}'`,
    "market/ticker?symbol=cmt_btcusdt",
  ]) {
    expect(child.stdout).toContain(part);
  }
  expect(child.stdout).not.toContain(
    JSON.parse(readFileSync(join(data, "demo-credentials.json"), "utf8")).adminToken,
  );
  child.kill("SIGTERM");
  expect(await child.exited()).toBe(0);
});

const CHOSEN = {
  OUTCRY_DEMO_KEY: "my-own-key",
  OUTCRY_DEMO_SECRET: "my-own-secret",
  OUTCRY_DEMO_PASSPHRASE: "myOwnPassphrase",
};
const CHOSEN_2 = {
  OUTCRY_DEMO_KEY_3: "my-own-key-3",
  OUTCRY_DEMO_SECRET_3: "my-own-secret-3",
  OUTCRY_DEMO_PASSPHRASE_3: "myown3",
  OUTCRY_DEMO_KEY_2: "my-own-key-2",
  OUTCRY_DEMO_SECRET_2: "my-own-secret-2",
  OUTCRY_DEMO_PASSPHRASE_2: "myOwnPassphrase2",
};

/** A start in this process, under an environment, that fails. */
async function refused(environment: Readonly<Record<string, string>>, ...words: readonly string[]) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  try {
    const result = await outcry("serve --port 0 --market empty --prehistory 0", ...words);
    expect(result.code).toBe(1);
    return result;
  } finally {
    vi.unstubAllEnvs();
  }
}

test("the environment fixes the demo keys, and a key never gets another secret", async () => {
  const data = temporaryDirectory();
  const { child, ready } = await Child.serve(["--data", data], {
    ...CHOSEN,
    OUTCRY_ADMIN_TOKEN: "my-own-token",
  });
  expect(ready.accounts[0]).toEqual({
    name: "demo-1",
    apiKey: "my-own-key",
    secret: "my-own-secret",
    passphrase: "myOwnPassphrase",
  });
  expect(ready.accounts[1]!.apiKey).toMatch(/^ok_/);
  expect(ready.adminToken).toBe("my-own-token");
  expect((await clientOf(ready).get("account/assets")).status).toBe(200);
  child.kill("SIGTERM");
  await child.exited();

  const other = await refused({ ...CHOSEN, OUTCRY_DEMO_SECRET: "another-secret" }, "--data", data);
  expect(other.stderr).toContain("the API key my-own-key exists already, with another secret or passphrase");
  expect(other.stderr).not.toContain("another-secret");
});

/** An address of this machine that is not written as one: for the venue, the world beyond. */
const ELSEWHERE = "127.1";

test("beyond loopback, generated credentials are refused, and control has a loopback port of its own", async () => {
  const generated = await refused(CHOSEN, "--host", ELSEWHERE, "--data", "memory");
  expect(generated.stderr).toContain("account demo-2 would get generated credentials");

  const data = temporaryDirectory();
  const { child, ready } = await Child.serve(["--data", data, "--host", ELSEWHERE], {
    ...CHOSEN,
    ...CHOSEN_2,
  });
  expect((await clientOf(ready).get("account/assets")).status).toBe(200);
  expect(new URL(ready.controlUrl).hostname).toBe("127.0.0.1");
  expect(ready.controlUrl).not.toBe(ready.baseUrl);
  const authorization = `Bearer ${ready.adminToken}`;
  for (const path of ["/control/status", "/metrics"]) {
    expect((await fetch(ready.baseUrl + path, { headers: { authorization } })).status).toBe(404);
    expect((await fetch(ready.controlUrl + path, { headers: { authorization } })).status).toBe(200);
  }
  expect((await fetch(`${ready.controlUrl}/capi/v2/market/time`)).status).toBe(404);
  const status = await outcry("status --data", data, "--json");
  expect(status.code, status.stderr).toBe(0);
  expect(status.json()).toMatchObject({ state: "running" });
  child.kill("SIGTERM");
  expect(await child.exited()).toBe(0);
});

test("generated keys of an earlier start keep the venue from being exposed", async () => {
  const data = temporaryDirectory();
  const { child, ready } = await Child.serve(["--data", data]);
  child.kill("SIGTERM");
  await child.exited();
  const exposed = await refused({ ...CHOSEN, ...CHOSEN_2 }, "--host", ELSEWHERE, "--data", data);
  expect(exposed.stderr).toContain(`the generated API key ${ready.accounts[0]!.apiKey} of an earlier start`);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { certificatesFor } from "./certificate.ts";
import { EgressLog } from "./egressLog.ts";
import { namespacesHere, startGuarded } from "./guard/guard.ts";
import type { GateOrder, Program } from "./guard/messages.ts";
import { startUnguarded } from "./unguarded.ts";

/** Signals that come before the program of a run has been started. */

const namespaces = namespacesHere();
const hosts = ["api.example.com"];

/** A run of a program that leaves a file behind. */
function aRun() {
  const directory = temporaryDirectory();
  const file = join(directory, "ran");
  const program = (): Program => ({
    command: ["touch", file],
    environment: { PATH: process.env["PATH"]! },
  });
  const certificates = certificatesFor(hosts, Date.now());
  const options = { hosts, certificates, port: 9, egress: new EgressLog(), output: "inherit" } as const;
  return { directory, program, options, hasRun: () => existsSync(file) };
}

test.each([["unguarded"], ["guarded"]])("a signal ends the run without its program: %s", async (way) => {
  const { program, options, hasRun } = aRun();
  const running =
    way === "guarded" && typeof namespaces !== "string"
      ? startGuarded({ ...options, namespaces, bundles: [], program })
      : startUnguarded({ ...options, program });
  running.kill("SIGTERM");
  running.kill("SIGKILL");
  expect(await running.ended).toBe(128 + 15);
  expect(hasRun()).toBe(false);
});

test("a signal reaches a gate that has no program yet", async ({ skip }) => {
  if (typeof namespaces === "string") return skip(namespaces);
  const { directory, program, options, hasRun } = aRun();
  const { hosts, certificates, port } = options;
  const order: GateOrder = {
    ...{ type: "open", hosts, certificates, port, bundles: [], user: undefined },
    ...{ authorityFile: "", directory, socket: join(directory, "venue") },
    ...program(),
  };
  const [file, ...words] = namespaces.words;
  const entry = fileURLToPath(new URL("./guard/gate.ts", import.meta.url));
  const gate = spawn(file, [...words, process.execPath, entry], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  gate.send(order);
  gate.send({ type: "signal", signal: "SIGTERM" });
  await once(gate, "exit");
  expect(hasRun()).toBe(false);
});

import type { Socket } from "node:net";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { control, operate } from "../venue/control.ts";
import { Child } from "./child.ts";

/** A process that may have few files and connections open. */

test("whoever opens as many connections as there are keeps others out, and the market goes on", async () => {
  const data = temporaryDirectory();
  const { child, ready } = await Child.serve(["--data", data, "--control-port", "0"], {}, "-n 256");
  const port = Number(new URL(ready.baseUrl).port);
  const closed: Socket[] = [];
  const sockets = Array.from({ length: 400 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await new Promise<void>((resolve) => {
    for (const socket of sockets)
      socket.on("close", () => {
        if (closed.push(socket) === 400 - 64) resolve();
      });
  });
  expect(child.stderr).toMatch(
    /256 files and connections open at a time \(ulimit -n\), so 64 connections are served/,
  );
  expect(child.stderr).toContain("as many connections are open as are served");
  for (const name of ["one", "two"])
    expect(await control(ready, "states/save", { name })).toMatchObject({ status: 200 });
  expect(await operate(ready, "status")).toMatchObject({ state: "running" });
  expect(child.process.exitCode).toBeNull();
  child.kill("SIGTERM");
  expect(await child.exited()).toBe(0);
  expect(child.stderr).not.toContain("deleted or replaced");
});

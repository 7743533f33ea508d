import { Socket } from "node:net";
import { expect, test } from "vitest";
import { limitIn } from "../../../kernel/host/machineLimits.ts";
import { Connections, connectionsFor, fewConnections } from "./connections.ts";

test("the descriptors of the process are shared between connections and files", () => {
  for (const [descriptors, connections] of [
    [64, 16],
    [256, 64],
    [1024, 832],
    [4096, 3904],
    [20_000, 10_000],
    [Number.POSITIVE_INFINITY, 10_000],
  ] as const)
    expect(connectionsFor(descriptors)).toBe(connections);
  expect(fewConnections(20_000)).toBeUndefined();
  expect(fewConnections(1024)).toMatch(/1024 files and connections .*ulimit -n.* 832 connections .* 10000/);
});

test("the limit is read as the system tells it", () => {
  const limits = (open: string) =>
    `Limit  Soft Limit  Hard Limit  Units\nMax open files  ${open}  20000  files\n`;
  expect(limitIn(limits("1024"))).toBe(1024);
  expect(limitIn(limits("unlimited"))).toBe(Number.POSITIVE_INFINITY);
  expect(limitIn("")).toBe(Number.POSITIVE_INFINITY);
});

test("past the limit connections are closed and told of once; operators get in a little longer", () => {
  const connections = new Connections(20);
  let told = 0;
  const admit = (isOperators = false) => {
    const socket = new Socket();
    const isAdmitted = connections.admit(socket, isOperators, () => told++);
    expect(socket.destroyed).toBe(!isAdmitted);
    return isAdmitted ? socket : undefined;
  };
  const leave = (socket: Socket | undefined) => socket!.emit("close");
  const open = Array.from({ length: 20 }, () => admit());
  expect([admit(), admit(), told]).toEqual([undefined, undefined, 1]);
  const operator = admit(true);
  expect(operator).toBeInstanceOf(Socket);
  leave(operator);
  leave(open.pop());
  open.push(admit());
  expect([admit(), told]).toEqual([undefined, 1]);
  for (const each of open.splice(0, 3)) leave(each);
  for (let i = 0; i < 3; i++) expect(admit()).toBeInstanceOf(Socket);
  expect([admit(), told]).toEqual([undefined, 2]);
});

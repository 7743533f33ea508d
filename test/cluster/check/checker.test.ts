import { expect, test } from "vitest";
import { check } from "./checker.ts";
import type { Logged, Observation } from "./history.ts";

const ACCOUNT = "demo-1";

const acknowledged = (clientId: string, order: string, version: number, at: number): Observation => ({
  type: "placed",
  account: ACCOUNT,
  clientId,
  node: "a",
  sentAt: at - 1,
  answeredAt: at,
  answer: { type: "acknowledged", order, version },
});

const unknown = (clientId: string, at: number): Observation => ({
  type: "placed",
  account: ACCOUNT,
  clientId,
  node: "a",
  sentAt: at - 1,
  answeredAt: at,
  answer: { type: "unknown" },
});

const read = (
  version: number,
  from: number,
  to: number,
  ...orders: readonly [string, string][]
): Observation => ({
  type: "read",
  account: ACCOUNT,
  node: "b",
  sentAt: from,
  answeredAt: to,
  version,
  orders: orders.map(([clientId, order]) => ({ order, clientId })),
});

const pushed = (clientId: string, order: string, version: number, at: number): Observation => ({
  type: "pushed",
  ...{ account: ACCOUNT, node: "b", at, version, order, clientId },
});

const logged = (clientId: string, order: string): Logged => ({ account: ACCOUNT, clientId, order });

const faultsOf = (observations: readonly Observation[], log: readonly Logged[]) =>
  check(observations, log).map(({ type }) => type);

test("a history that keeps every promise has no fault", () => {
  const history = [
    acknowledged("one", "11", 5, 10),
    read(5, 11, 12, ["one", "11"]),
    unknown("two", 20), // it may be in the log, or not
    unknown("three", 22),
    read(4, 9, 13), // sent before the acknowledgement was there
    pushed("two", "12", 7, 30),
  ];
  expect(faultsOf(history, [logged("one", "11"), logged("two", "12")])).toEqual([]);
});

test("what was acknowledged and is gone is lost, also under another id", () => {
  expect(faultsOf([acknowledged("one", "11", 5, 10)], [])).toEqual(["lost"]);
  expect(faultsOf([acknowledged("one", "11", 5, 10)], [logged("one", "12")])).toEqual(["lost"]);
});

test("what was sent once and is there twice is doubled, whatever was answered", () => {
  expect(faultsOf([unknown("one", 10)], [logged("one", "11"), logged("one", "12")])).toEqual(["doubled"]);
});

test("what was refused and happened is undone", () => {
  const refused: Observation = {
    type: "placed",
    account: ACCOUNT,
    clientId: "one",
    node: "a",
    sentAt: 1,
    answeredAt: 2,
    answer: { type: "refused", why: "not accepted" },
  };
  expect(faultsOf([refused], [logged("one", "11")])).toEqual(["contradicted"]);
});

test("an order that somebody saw and the log does not hold is a phantom, read or pushed", () => {
  expect(faultsOf([read(5, 1, 2, ["one", "11"])], [])).toEqual(["phantom"]);
  expect(faultsOf([pushed("one", "11", 5, 3)], [])).toEqual(["phantom"]);
});

test("a read that was sent after an acknowledgement, a push or another read and shows less is stale, on whichever node", () => {
  const log = [logged("one", "11")];
  expect(faultsOf([pushed("one", "11", 5, 10), read(4, 11, 12)], log)).toEqual(["stale"]);
  expect(faultsOf([acknowledged("one", "11", 5, 10), read(4, 11, 12)], log)).toEqual(["stale"]);
  expect(faultsOf([read(5, 1, 2), read(4, 3, 4)], [])).toEqual(["stale"]);
  expect(faultsOf([read(5, 1, 4), read(4, 3, 6)], [])).toEqual([]); // they overlap: either order is right
});

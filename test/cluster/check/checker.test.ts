import { expect, test } from "vitest";
import { check } from "./checker.ts";
import type { Logged, Observation } from "./history.ts";

const ACCOUNT = "demo-1";

type Placed = Extract<Observation, { type: "placed" }>;
const placed = (clientId: string, at: number, answer: Placed["answer"]): Observation => ({
  type: "placed",
  ...{ account: ACCOUNT, clientId, node: "a", sentAt: at - 1, answeredAt: at, answer },
});

const acknowledged = (clientId: string, order: string, version: number, at: number) =>
  placed(clientId, at, { type: "acknowledged", order, version });

const unknown = (clientId: string, at: number) => placed(clientId, at, { type: "unknown" });

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
  ...{ account: ACCOUNT, node: "b", socket: "s", at, version, order, clientId },
});

const listening = (at: number): Observation => ({
  type: "listening",
  ...{ account: ACCOUNT, node: "b", at, socket: "s" },
});

const book = (socket: string, since: number | undefined, version: number, levels: string): Observation => ({
  type: "book",
  ...{ node: "b", socket, since, version, levels },
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
  const refused = placed("one", 2, { type: "refused", why: "not accepted" });
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

test("what is acknowledged after a socket began is pushed before what comes after it", () => {
  const log = [logged("one", "11"), logged("two", "12"), logged("three", "13")];
  const orders = [
    acknowledged("one", "11", 5, 10),
    acknowledged("two", "12", 6, 12),
    acknowledged("three", "13", 7, 14),
  ];
  const seen = (...more: readonly Observation[]) => faultsOf([listening(11), ...orders, ...more], log);
  // The socket began between the first and the second, and may have ended before the third.
  expect(seen(pushed("two", "12", 6, 13), pushed("three", "13", 7, 15))).toEqual([]);
  expect(seen(pushed("two", "12", 6, 13))).toEqual([]);
  expect(seen(pushed("three", "13", 7, 15))).toEqual(["missed"]);
  expect(seen(pushed("three", "13", 7, 15), pushed("two", "12", 6, 16))).toEqual(["missed"]); // the wrong way round
});

test("a book of one version is the same on every socket, and each goes on where it was", () => {
  const books = [book("s", undefined, 5, "a"), book("s", 5, 7, "b"), book("t", undefined, 7, "b")];
  expect(faultsOf(books, [])).toEqual([]);
  expect(faultsOf([...books, book("t", 8, 9, "c")], [])).toEqual(["missed"]);
  expect(faultsOf([...books, book("u", undefined, 7, "c")], [])).toEqual(["divergent"]);
});

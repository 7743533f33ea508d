import { expect, test } from "vitest";
import { SimulatedClock } from "../../../../test/host/simulatedClock.ts";
import type { Limits } from "../limits/limits.ts";
import type { Channel } from "./channels.ts";
import type { Connection } from "./connection.ts";
import { Subscriptions } from "./subscriptions.ts";

/** Subscriptions of a connection that may hold three channels, and what was joined and left. */
function opened() {
  const told: string[] = [];
  const connection = { outbox: {}, isOpen: true, noteTraffic() {} };
  const subscriptions = new Subscriptions(
    connection as unknown as Connection,
    { profile: { sockets: { channels: 3 } } } as unknown as Limits,
    new SimulatedClock({ seed: 1 }),
  );
  const channel =
    (name: string): Channel =>
    () => {
      told.push(`join ${name}`);
      return () => told.push(`leave ${name}`);
    };
  const join = (name: string) => subscriptions.join(name, channel(name));
  return { subscriptions, connection, told, join };
}

test("what is joined again is left first, so that nothing comes twice", () => {
  const { subscriptions, told, join } = opened();
  expect(subscriptions.isEmpty).toBe(true);
  join("a");
  join("a");
  subscriptions.leave("a");
  subscriptions.leave("a");
  expect(told).toEqual(["join a", "leave a", "join a", "leave a"]);
  expect(subscriptions.isEmpty).toBe(true);
});

test("room is asked for by all names together, and not by those that are followed already", () => {
  const { subscriptions, join } = opened();
  join("a");
  subscriptions.checkRoom(["a", "b", "c"]);
  expect(() => subscriptions.checkRoom(["b", "c", "d"])).toThrow("channels of a connection 3 of 3");
  join("b");
  join("c");
  subscriptions.checkRoom(["a", "b", "c"]);
  expect(() => subscriptions.checkRoom(["d"])).toThrow("3 of 3");
});

test("a channel whose first push ends the connection is left; so are all when it ends otherwise", () => {
  const { subscriptions, connection, told, join } = opened();
  join("a");
  join("b");
  connection.isOpen = false;
  join("c");
  expect(told.slice(2)).toEqual(["join c", "leave c"]);
  subscriptions.leaveAll();
  expect(told.slice(4)).toEqual(["leave a", "leave b"]);
  expect(subscriptions.isEmpty).toBe(true);
});

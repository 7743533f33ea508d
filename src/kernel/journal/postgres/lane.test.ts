import { EventEmitter } from "node:events";
import { Socket } from "node:net";
import type { Client } from "pg";
import { expect, test } from "vitest";
import { SimulatedClock } from "../../../../test/host/simulatedClock.ts";
import { ContactLost } from "../fenced/logStore.ts";
import { Lane } from "./lane.ts";
import type { BackendActivity, Connection } from "./servers.ts";

const CALL = { text: "select 1" };

/**
 * A call under way over a connection whose server process, as others see it, does `doing`, one look after the
 * other.
 */
function late(...doing: readonly BackendActivity[]) {
  const clock = new SimulatedClock({ seed: 1 });
  const socket = new Socket();
  let answer!: (result: unknown) => void;
  const query = () =>
    new Promise((resolve, reject) => {
      answer = resolve;
      socket.once("close", () => reject(new Error("the connection ended")));
    });
  const client = Object.assign(new EventEmitter(), { query }) as unknown as Client;
  const server = { url: "postgres://a/x", name: "a" };
  const connection: Connection = { client, socket, server, timeline: 1, pid: 1, since: "" };
  const looks = [...doing];
  const servers = {
    where: "a",
    answerWithinMs: 5_000,
    connect: () => Promise.resolve(connection),
    doing: () => Promise.resolve(looks.shift()!),
    refuseIfFaulty: () => {},
  };
  const lane = new Lane(servers, clock, connection);
  const called = lane.query(CALL);
  called.catch(() => undefined); // whoever waits has it
  return { clock, socket, called, looks, answer: () => answer({ rows: [{ one: 1 }] }) };
}

test("a server process that is held up before it begins is waited for", async () => {
  const { clock, called, answer } = late("idle", "idle", "idle", "idle", "at work");
  await clock.advance(5_000);
  answer();
  expect(await called).toMatchObject({ rows: [{ one: 1 }] });
  expect(clock.nextDueMs()).toBeUndefined();
});

test("one that stays idle for as long as a server is waited for is out of reach, whatever it did before", async () => {
  const idle = Array.from({ length: 5 }, () => "idle" as const);
  const { clock, socket, called } = late("idle", "at work", ...idle);
  await clock.advance(6_999);
  expect(socket.destroyed).toBe(false);
  await clock.advance(1);
  expect(socket.destroyed).toBe(true);
  await expect(called).rejects.toThrow(ContactLost);
});

test("one that is gone is not waited for", async () => {
  const { clock, called, looks } = late("gone", "idle");
  await clock.advance(1_000);
  await expect(called).rejects.toThrow(ContactLost);
  expect(looks).toEqual(["idle"]);
});

test("an answer that has come while this process was held up is read before the connection is dropped", async () => {
  const { clock, called, answer } = late("gone");
  const setTimer = clock.setTimer.bind(clock);
  // A turn of the loop first fires what is due, then reads what has arrived.
  clock.setTimer = (ms, fire) => {
    if (ms === 0) answer();
    return setTimer(ms, fire);
  };
  await clock.advance(1_000);
  expect(await called).toMatchObject({ rows: [{ one: 1 }] });
});

import { beforeEach, expect, test } from "vitest";
import { SimulatedClock } from "../../../../test/host/simulatedClock.ts";
import { TICKET_MS, Tickets } from "./tickets.ts";

const HERE = { key: "k", address: "192.0.2.1" };

let clock: SimulatedClock;
let tickets: Tickets;
beforeEach(() => {
  clock = new SimulatedClock({ seed: 1 });
  tickets = new Tickets(clock);
});

test("a ticket lets its holder in once", () => {
  const ticket = tickets.issue(HERE);
  expect(ticket).toMatch(/^[\w-]{43}$/);
  expect(tickets.take(ticket, HERE.address)).toBe("k");
  expect(tickets.take(ticket, HERE.address)).toBeUndefined();
  expect(tickets.issue(HERE)).not.toBe(ticket);
});

test("not from another address, which uses it up", () => {
  const ticket = tickets.issue(HERE);
  expect(tickets.take(ticket, "192.0.2.2")).toBeUndefined();
  expect(tickets.take(ticket, HERE.address)).toBeUndefined();
});

test("for ten seconds", async () => {
  const [first, second] = [tickets.issue(HERE), tickets.issue(HERE)];
  await clock.advance(TICKET_MS - 1);
  expect(tickets.take(first, HERE.address)).toBe("k");
  await clock.advance(1);
  expect(tickets.take(second, HERE.address)).toBeUndefined();
});

test("ten thousand are out at a time, the newest", () => {
  const [oldest, next] = [tickets.issue(HERE), tickets.issue(HERE)];
  for (let i = 0; i < 9_999; i++) tickets.issue(HERE);
  expect(tickets.take(oldest, HERE.address)).toBeUndefined();
  expect(tickets.take(next, HERE.address)).toBe("k");
});

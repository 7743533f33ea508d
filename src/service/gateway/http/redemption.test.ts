import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { OutcomeUnknown, WireError } from "../../../interface/wire/index.ts";
import {
  EngineBusyError,
  EngineHaltedError,
  LeadLostError,
  NotLeadingError,
} from "../../../kernel/engine/index.ts";
import { systemClock } from "../../../kernel/host/clock.ts";
import { readOnly } from "../forward.ts";
import { ClientAddresses } from "./clientAddresses.ts";
import type { LeaderPort } from "./leaderPort.ts";
import { given, Redemption } from "./redemption.ts";
import type { Route } from "./routes.ts";

const NOTHING_DONE = {
  status: 503,
  outcome: undefined,
  msg: "the venue is busy: nothing was done, try again",
};
const NOT_KNOWN = {
  status: 503,
  outcome: "unknown",
  msg: "whether this was done is not known: try again, and where that says used or taken, ask for another one",
};
const FAILED = { status: 500, outcome: "unknown", msg: expect.stringContaining(NOT_KNOWN.msg) };
const READ_ONLY = { status: 403, outcome: undefined, msg: expect.stringContaining("replays a journal") };

/** What a client is told, and what the log. */
async function redeemed(redeem: () => Promise<never>, leader?: LeaderPort) {
  const errors: string[] = [];
  const log = { info() {}, warn() {}, error: (_: object, text: string) => void errors.push(text) };
  const parts = { clock: systemClock, addresses: new ClientAddresses([]), leader, log };
  const redemption = new Redemption("/key", parts, redeem);
  const [{ method, path, serve }] = redemption.routes() as [Route];
  const server = createServer((request, reply) => void serve(request, reply, new Uint8Array(0)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  const { msg } = (await answer.json()) as { readonly msg: string };
  server.close();
  const outcome = answer.headers.get("outcry-outcome") ?? undefined;
  return { told: { status: answer.status, outcome, msg }, errors };
}

const lost = new LeadLostError("another node leads");

describe("a secret that is not redeemed says whether anything was done", () => {
  test.each([
    ["a full queue", new EngineBusyError("full"), NOTHING_DONE],
    ["a node that follows", new NotLeadingError(), NOTHING_DONE],
    ["a venue that stopped meanwhile", new EngineHaltedError("the market has stopped"), NOT_KNOWN],
    ["a lead that was lost meanwhile", new EngineHaltedError("stopped", { cause: lost }), NOT_KNOWN],
    ["a replay", readOnly(), READ_ONLY],
    ["a bug", new Error("a bug"), FAILED],
  ])("%s", async (_, cause, told) => {
    const answer = await redeemed(() => Promise.reject(cause));
    expect(answer.told).toEqual(told);
    expect(answer.errors).toHaveLength(told === FAILED ? 1 : 0);
  });

  test.each([
    ["nobody leads", new WireError("unavailable", "nothing was done"), NOTHING_DONE],
    ["the leader has gone before it answered", new OutcomeUnknown("gone"), NOT_KNOWN],
    ["a bug on the way", new Error("a bug"), FAILED],
  ])("at a node that follows: %s", async (_, cause, told) => {
    const leader: LeaderPort = {
      isHere: false,
      sinceSignMs: 0,
      isStale: false,
      patienceMs: 1,
      send: () => Promise.reject(cause),
    };
    expect((await redeemed(() => Promise.reject(new Error("not here")), leader)).told).toEqual(told);
  });
});

test("one that another node has passed on is answered whatever happens", async () => {
  const log = { info() {}, warn() {}, error() {} };
  const parts = { clock: systemClock, addresses: new ClientAddresses([]), leader: undefined, log };
  const passedOn = {
    method: "POST",
    url: "/key",
    headers: {},
    address: "203.0.113.1",
    body: new Uint8Array(0),
  };
  const redeeming = (redeem: () => Promise<ReturnType<typeof given>>) =>
    new Redemption("/key", parts, redeem).answer(passedOn);
  expect(await redeeming(() => Promise.reject(new Error("a bug")))).toMatchObject({ status: 500 });
  expect(await redeeming(() => Promise.resolve(given({ apiKey: "k" })))).toMatchObject({ status: 200 });
});

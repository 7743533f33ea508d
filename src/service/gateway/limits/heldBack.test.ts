import { expect, test } from "vitest";
import { SimulatedClock } from "../../../../test/host/simulatedClock.ts";
import { wireProfiles } from "../../../interface/wire/index.ts";
import { v2Version } from "../apiVersion.ts";
import type { Operation } from "../operation.ts";
import type { Services } from "../serve.ts";
import { handleRequest } from "../serve.ts";
import { MemoryCounters } from "./counters.ts";
import { HELD_BACK_MS, Limits, PROMPT_REFUSALS_MAX } from "./limits.ts";
import { limitProfiles } from "./profile.ts";

const operation = {
  api: v2Version,
  method: "GET",
  path: "/capi/v2/market/time",
  access: "public",
  weight: { ip: 500, uid: 0 },
  parameters: {},
  handle: () => ({ is: "answered" }),
} as unknown as Operation;

test("past a hundred refusals an address is answered late, and others are answered meanwhile", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const log = { info() {}, warn() {}, error() {} };
  const limits = new Limits({ profile: limitProfiles.published, counters: new MemoryCounters(), clock, log });
  const services = {
    ...{ clock, limits, log, profile: wireProfiles.seed, answerObservers: [] },
    now: () => clock.wallMs(),
  } as unknown as Services;
  const ask = async (address: string) =>
    (
      await handleRequest(services, {
        operation,
        head: { method: "GET", url: operation.path, headers: {}, address },
        body: new Uint8Array(),
        isRefused: false,
        arrivedMs: clock.wallMs(),
        injected: undefined,
      })
    ).status;
  expect([await ask("203.0.113.1"), await ask("203.0.113.1")]).toEqual([200, 200]);
  for (let refused = 0; refused < PROMPT_REFUSALS_MAX; refused++) expect(await ask("203.0.113.1")).toBe(429);

  const answers: number[] = [];
  const held = ask("203.0.113.1").then((status) => answers.push(status));
  expect(await ask("203.0.113.2")).toBe(200);
  await clock.advance(HELD_BACK_MS - 1);
  expect(answers).toEqual([]);
  await clock.advance(1);
  await held;
  expect(answers).toEqual([429]);
  await clock.advance(10_000);
  expect(await ask("203.0.113.1")).toBe(200);
});

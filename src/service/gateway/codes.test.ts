import { expect, test } from "vitest";
import * as codes from "../../interface/wire/codes.ts";
import { runClock } from "../../interface/wire/control/operations/clock.ts";
import { readRequests } from "../../interface/wire/control/operations/venue.ts";
import { trades } from "../../interface/wire/v2/operations/market.ts";
import * as v3 from "../../interface/wire/v3/operations/market.ts";
import * as core from "../../kernel/core/index.ts";
import { SPEED_MAX } from "../../kernel/engine/index.ts";
import { TAPE_TRADES_MAX } from "../views/index.ts";
import { ENTRIES_MAX } from "./requestLog/requestLog.ts";

/**
 * The wire knows by itself what only others can promise: the core's codes, how far back the trades of the
 * tape go.
 */

test("codes that parameters are read as are the core's", () => {
  const named = Object.entries(codes);
  expect(named.length).toBeGreaterThan(20);
  const known = new Map<string, unknown>(Object.entries(core));
  expect(named).toEqual(named.map(([name]) => [name, known.get(name)]));
});

test("as many trades can be asked for as are kept", () => {
  for (const { parameters } of [trades, v3.trades])
    expect(parameters.limit.schema).toMatchObject({ maximum: TAPE_TRADES_MAX });
});

test("control is told of the limits that hold", () => {
  expect(readRequests.parameters.limit.schema).toMatchObject({ maximum: ENTRIES_MAX });
  expect(runClock.parameters.speed.schema).toMatchObject({
    description: expect.stringContaining(` ${SPEED_MAX}.`),
  });
});

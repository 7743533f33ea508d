import fc from "fast-check";
import { test } from "vitest";
import { netTape, resolveNet } from "./netTapes.ts";
import { duel, tape } from "./tapes.ts";
import { tryDaily } from "./trial.ts";

const COMMANDS = 200;
// The tapes of a long run take long on a slow machine.
const PATIENCE_MS = 3_600_000;
const markets = fc.oneof(tape(COMMANDS, false), tape(COMMANDS, true), duel(COMMANDS, true));

test(
  "the core and the reference exchange agree on every random tape with one-way accounts",
  () =>
    tryDaily({
      drawn: netTape(markets),
      meant: resolveNet,
      seed: 20_261_129,
      tapes: 50,
      wanted: `
        went through zero; through zero, shared, as maker; through zero, shared, as taker;
        through zero, isolated, as maker; through zero, isolated, as taker; a side that closed;
        closed, and may not open; reduce-only orders gave way; net, opens nothing; place: oneWayLeg;
        settings: positionExists; settings: openOrdersExist; position mode: positionExists;
        position mode: openOrdersExist; position mode: ok`,
    }),
  PATIENCE_MS,
);

import fc from "fast-check";
import { test } from "vitest";
import { kindTape, resolveKinds } from "./kindTapes.ts";
import { netTape } from "./netTapes.ts";
import { duel, tape } from "./tapes.ts";
import { tryDaily } from "./trial.ts";

const COMMANDS = 200;
// The tapes of a long run take long on a slow machine.
const PATIENCE_MS = 3_600_000;
const markets = fc.oneof(tape(COMMANDS, false), tape(COMMANDS, true), duel(COMMANDS, true));

test(
  "the core and the reference exchange agree on every random tape of orders that say how they behave in the book",
  () =>
    tryDaily({
      drawn: kindTape(fc.oneof(markets, netTape(markets))),
      meant: resolveKinds,
      seed: 20_261_129,
      tapes: 24,
      wanted: `
        place: wouldTake; place: cannotFill; place: noDepth; place: notionalTooSmall;
        place: sizeTooLarge; plan: notionalTooSmall; priced by opponent; priced by queue; priced;
        ended expired; ended no depth; ended self trade; triggered; margin called`,
    }),
  PATIENCE_MS,
);

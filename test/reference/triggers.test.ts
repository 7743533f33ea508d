import fc from "fast-check";
import { test } from "vitest";
import { netTape, resolveNet } from "./netTapes.ts";
import { duel, tape } from "./tapes.ts";
import { tryDaily } from "./trial.ts";
import { triggerTape } from "./triggerTapes.ts";

const COMMANDS = 200;
// The tapes of a long run take long on a slow machine.
const PATIENCE_MS = 3_600_000;
const markets = fc.oneof(tape(COMMANDS, false), tape(COMMANDS, true), duel(COMMANDS, true));

test(
  "the core and the reference exchange agree on every random tape with the further kinds of waiting orders",
  () =>
    tryDaily({
      drawn: triggerTape(fc.oneof(markets, netTape(markets))),
      meant: resolveNet,
      seed: 20_261_130,
      tapes: 30,
      wanted: `
        ended with its leg; tpsl: legTriggerLive; tpsl: invalidValue; countdown canceled orders;
        countdown over nothing; ended price protected; a trailing stop fired; fired, once activated;
        trailing: triggerAlreadyMet; trailing: invalidValue`,
    }),
  PATIENCE_MS,
);

import {
  fieldsOf,
  filledText,
  flag,
  must,
  optional,
  whole,
  withCheckedArguments,
} from "../../interface/wire/argument.ts";
import * as feeds from "../../movers/feeds/index.ts";

const path = { path: filledText };
const moment = optional(whole(0, Number.MAX_SAFE_INTEGER));
const memoryMs = must("ms, 0 or more, or Infinity", (value) => typeof value === "number" && value >= 0);
const shown = fieldsOf({ memoryMs: optional(memoryMs), proportional: optional(flag) });

/**
 * What reads the files that a market is made of, for a program; arguments that are wrong are named in a
 * RangeError.
 */
export const { readPastCandles, readReplay, readScenario } = withCheckedArguments(
  {
    readPastCandles: feeds.readPastCandles,
    readReplay: feeds.readReplay,
    readScenario: feeds.readScenario,
  },
  {
    readPastCandles: path,
    readReplay: {
      folder: filledText,
      options: optional(
        fieldsOf({
          from: moment,
          to: moment,
          loop: optional(flag),
          skipMissing: optional(flag),
          shown: optional(shown),
        }),
      ),
    },
    readScenario: path,
  },
);

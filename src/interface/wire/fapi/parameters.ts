import { Type } from "typebox";
import { candleIntervals } from "../commonParameters.ts";
import type { WireError } from "../errors.ts";
import { invalidParameter } from "../errors.ts";
import type { Parameter } from "../parameter.ts";
import { choice, optional, text, time } from "../parameter.ts";
import { FapiError } from "./errors.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** `interval` of candles, in milliseconds; a month stands for the calendar's. */
export const klineIntervals = {
  ...candleIntervals,
  "3m": 3 * 60_000,
  "2h": 2 * HOUR_MS,
  "6h": 6 * HOUR_MS,
  "8h": 8 * HOUR_MS,
  "3d": 3 * DAY_MS,
  "1M": 31 * DAY_MS,
} as const;
export type KlineInterval = keyof typeof klineIntervals;

/** Parameters that several operations share. */

/** true or false, as JSON or in any spelling that clients write: `true`, `True`, `TRUE`. */
export function bool(description: string): Parameter<boolean> {
  return {
    schema: Type.Boolean({ description }),
    required: true,
    absent: false,
    read(value, name) {
      const word = typeof value === "string" ? value.toLowerCase() : value;
      if (word === true || word === "true") return true;
      if (word === false || word === "false") return false;
      throw invalidParameter(name, "true or false");
    },
  };
}

/** A parameter of which a value that is not allowed is refused under a code of its own. */
export function refusedUnder<T>(code: number, phrase: string, parameter: Parameter<T>): Parameter<T> {
  return {
    ...parameter,
    read(value, name) {
      try {
        return parameter.read(value, name);
      } catch (cause) {
        const { rule } = (cause as WireError).parameter ?? {};
        const refused = new FapiError(code, rule === undefined ? phrase : `${phrase} ${name}: ${rule}`);
        refused.cause = cause;
        throw refused;
      }
    },
  };
}

export const symbolParameter = refusedUnder(
  -1121,
  "Invalid symbol.",
  text("Symbol, such as BTCUSDT, in either case", 64),
);

export const intervalParameter = refusedUnder(
  -1120,
  "Invalid interval.",
  choice("Interval of a candle", klineIntervals),
);

/** A span of time, both ends included. */
export const span = {
  startTime: optional(time("Start, Unix ms")),
  endTime: optional(time("End, Unix ms")),
};

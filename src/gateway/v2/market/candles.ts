import type { Candle } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { publicOperation } from "../../operation.ts";
import { candleRows } from "./candleRows.ts";

/** The latest candles, the running one included. Times, which older clients send, are ignored. */
export const candles = publicOperation(
  declared.candles,
  (context, input): Promise<Candle[]> => candleRows(context, input),
);

import { textOf } from "../../../wire/index.ts";
import type { ServerTime } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { publicOperation } from "../../operation.ts";

/** The venue's clock: market time, which every other stamp is taken from. */
export const time = publicOperation(declared.time, (context): ServerTime => {
  const timestamp = context.now();
  return { epoch: textOf(timestamp, 3), iso: new Date(timestamp).toISOString(), timestamp };
});

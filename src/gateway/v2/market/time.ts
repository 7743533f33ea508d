import { textOf } from "../../../wire/index.ts";
import { ServerTime } from "../../../wire/v2/market.ts";
import { publicOperation } from "../../operation.ts";

/** The venue's clock: market time, which every other stamp is taken from. */
export const time = publicOperation({
  path: "/capi/v2/market/time",
  summary: "Server time",
  meaning: "The venue's clock, which stamps everything and decides what a time range covers.",
  call: "market.time",
  source: "docs/reference/market-data.md#time",
  weight: 1,
  parameters: {},
  response: ServerTime,
  handle: (context): ServerTime => {
    const timestamp = context.now();
    return { epoch: textOf(timestamp, 3), iso: new Date(timestamp).toISOString(), timestamp };
  },
});

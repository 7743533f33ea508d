import { v3 } from "../../../wire/index.ts";
import { publicOperation } from "../../operation.ts";

/** The venue's clock: market time, which every other stamp is taken from. */
export const time = publicOperation({
  path: "/capi/v3/market/time",
  summary: "Server time",
  meaning: "The venue's clock.",
  call: "market.time",
  source: "docs/reference/rest-v3.md",
  weight: 1,
  parameters: {},
  response: v3.market.ServerTime,
  handle: (context): v3.market.ServerTime => ({ serverTime: context.now() }),
});

import type { v3 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/market.ts";
import { publicOperation } from "../../operation.ts";

/** The venue's clock: market time, which every other stamp is taken from. */
export const time = publicOperation(
  declared.time,
  (context): v3.market.ServerTime => ({ serverTime: context.now() }),
);

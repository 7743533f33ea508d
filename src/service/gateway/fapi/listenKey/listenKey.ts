import { FapiError } from "../../../../interface/wire/fapi/errors.ts";
import * as declared from "../../../../interface/wire/fapi/operations/listenKey.ts";
import { privateOperation } from "../../operation.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";

/**
 * The share of equity, in percent, that the margin requirement must reach for a margin call to be sent. No
 * source says which it is in this dialect.
 */
const MARGIN_CALL_PERCENT = 80;

/**
 * Opens a user data stream. From then on its account gets margin calls; where the operator has set the
 * percentage, at that.
 */
export const openStream = privateOperation(declared.openStream, async (context) => {
  const { listenKeys, key, account, rules } = context;
  if (rules.marginCallPercent === 0)
    await submitOrThrow(context, {
      type: "setMarginCall",
      account,
      marginCallPercent: MARGIN_CALL_PERCENT,
    });
  return { listenKey: listenKeys.issue(key) };
});

export const keepStream = privateOperation(declared.keepStream, async ({ listenKeys, key }, given) => {
  const listenKey = listenKeys.prolong(key, given.listenKey);
  if (listenKey === undefined) throw unknown();
  return { listenKey };
});

export const closeStream = privateOperation(declared.closeStream, async ({ listenKeys, key }, given) => {
  if (!listenKeys.end(key, given.listenKey)) throw unknown();
  return {};
});

function unknown(): FapiError {
  return new FapiError(-1125, "This listenKey does not exist.");
}

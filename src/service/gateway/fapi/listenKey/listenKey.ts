import { FapiError } from "../../../../interface/wire/fapi/errors.ts";
import * as declared from "../../../../interface/wire/fapi/operations/listenKey.ts";
import { privateOperation } from "../../operation.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";

/** No source says from what part of its equity on an account of the dialect hears of a call for margin. */
const MARGIN_CALL_PERCENT = 80;

/** Whose stream is opened is called for margin there, unless the operator has said from where on. */
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

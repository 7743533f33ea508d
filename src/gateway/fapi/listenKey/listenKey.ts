import { FapiError } from "../../../wire/fapi/errors.ts";
import * as declared from "../../../wire/fapi/operations/listenKey.ts";
import { privateOperation } from "../../operation.ts";

export const openStream = privateOperation(declared.openStream, async ({ listenKeys, key }) => ({
  listenKey: listenKeys.issue(key),
}));

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

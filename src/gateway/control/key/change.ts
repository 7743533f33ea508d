import { keySettingsAt } from "../../../core/index.ts";
import * as declared from "../../../wire/control/operations/key.ts";
import { invalidParameter } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { operatorRefusalOf } from "../refusal.ts";
import { addressesOf, bitsOf, effectiveFrom } from "./keyParameters.ts";

/** `POST /control/keys/change`: name, permissions, addresses and end of a key; what is left out stays. */
export const changeKey = controlOperation(declared.changeKey, async (context, { apiKey, ...input }) => {
  const { engine, submit } = context;
  const known = (await engine.query({ type: "keys" })).find(({ key }) => key === apiKey);
  if (known === undefined) throw operatorRefusalOf({ type: "unknownKey" });
  const now = keySettingsAt(known, engine.now());
  const from = effectiveFrom(context, input.activeFrom);
  const until = input.expires ?? now.expires;
  const start = Math.max(from, engine.now());
  if (until !== 0 && until <= start)
    throw invalidParameter("expires", `it must be after ${start}, got '${until}'`);
  await submit({
    type: "changeKey",
    key: apiKey,
    label: input.label ?? now.label,
    permissions: input.permissions === undefined ? now.permissions : bitsOf(input.permissions),
    addresses: input.addresses === undefined ? now.addresses : addressesOf(input.addresses),
    // A change that holds at once leaves alone from when the key did.
    activeFrom: Math.max(from, now.activeFrom),
    expires: until,
  });
  return { apiKey, effectiveFrom: Math.max(from, now.activeFrom) };
});

import type { KeySettings } from "../../../core/index.ts";
import * as declared from "../../../wire/control/operations/key.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { permissionWords } from "../words.ts";

/** `GET /control/keys`: the keys, without anything secret. */
export const listKeys = controlOperation(declared.listKeys, async (context, { account: name }) => {
  const account = name === undefined ? undefined : (await accountNamed(context, name)).account;
  const keys = await context.engine.query({ type: "keys" });
  return keys
    .filter((key) => account === undefined || key.account === account)
    .map((key) => ({
      apiKey: key.key,
      account: key.account,
      ...shown(key),
      activeFrom: key.activeFrom,
      wire: key.wireProfile,
      disabled: key.disabled,
      ...(key.before !== undefined && key.activeFrom > context.engine.now() && { until: shown(key.before) }),
    }));
});

/** What of a key may be changed; under `until` what it still is until the change takes effect at `activeFrom`. */
function shown({ label, permissions, addresses, expires }: KeySettings) {
  return {
    label,
    permissions: permissionWords(permissions),
    addresses: addresses === "" ? [] : addresses.split(","),
    expires,
  };
}

import * as declared from "../../../../interface/wire/control/operations/key.ts";
import { PASSPHRASE_RULE } from "../../../../interface/wire/control/parameters.ts";
import { invalidParameter } from "../../../../interface/wire/index.ts";
import type { KeySettings, KeyView } from "../../../../kernel/core/index.ts";
import { keySettingsAt } from "../../../../kernel/core/index.ts";
import { addressesOf, generatedKey } from "../../auth/newKey.ts";
import type { KeyKind } from "../../auth/publicKey.ts";
import { isPublicKey, PublicKey } from "../../auth/publicKey.ts";
import type { Vault } from "../../auth/vault.ts";
import { isPassphrase } from "../../auth/vault.ts";
import { bitsOf, permissionWords } from "../../words.ts";
import type { ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { operatorRefusalOf } from "../refusals.ts";
import { addKey, effectiveFrom } from "./keyParameters.ts";

/** `GET /control/keys`: the keys, without anything secret. */
const listKeys = controlOperation(declared.listKeys, async (context, { account: name }) => {
  const account = name === undefined ? undefined : (await accountNamed(context, name)).account;
  const keys = await context.engine.query({ type: "keys" });
  return keys
    .filter((key) => account === undefined || key.account === account)
    .map((key) => ({
      apiKey: key.key,
      account: key.account,
      kind: kindOf(context.keys.vault, key),
      ...shown(key),
      activeFrom: key.activeFrom,
      wire: key.wireProfile,
      disabled: key.disabled,
      ...(key.before !== undefined && key.activeFrom > context.engine.now() && { until: shown(key.before) }),
    }));
});

function kindOf(vault: Vault, { key, account, sealedSecret }: KeyView): KeyKind {
  const secret = vault.decrypt(sealedSecret, { key, account });
  return (secret && PublicKey.kept(secret)?.kind) ?? "HMAC";
}

/** The settings of a key; under `until` those that hold until the change takes effect at `activeFrom`. */
function shown({ label, permissions, addresses, expires }: KeySettings) {
  return {
    label,
    permissions: permissionWords(permissions),
    addresses: addresses === "" ? [] : addresses.split(","),
    expires,
  };
}

/**
 * `POST /control/keys/create`: a key of generated strings; this answer is the only place where they are
 * shown.
 */
const createKey = controlOperation(declared.createKey, async (context, input) => {
  const strings = generatedKey(context.keys.rng);
  await addKey(context, input, strings);
  return strings;
});

/** Refuses a name that does not go into an HTTP header as it is. */
function checkName(apiKey: string): void {
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw invalidParameter("apiKey", "printable ASCII characters without blanks");
}

/**
 * `POST /control/keys/import`: a key of the operator's own three strings, so that a bot's configuration need
 * not change.
 */
const importKey = controlOperation(
  declared.importKey,
  async (context, { apiKey, secret, passphrase, ...input }) => {
    checkName(apiKey);
    if (isPublicKey(secret))
      throw invalidParameter("secret", "that is a public key, which signs nothing: register it as one");
    if (!isPassphrase(passphrase)) throw invalidParameter("passphrase", PASSPHRASE_RULE);
    await addKey(context, input, { apiKey, secret, passphrase });
    return { apiKey };
  },
);

/**
 * `POST /control/keys/register`: a key whose owner keeps the private key. The public key is stored where
 * other keys have their secret.
 */
const registerKey = controlOperation(
  declared.registerKey,
  async (context, { publicKey, apiKey = generatedKey(context.keys.rng).apiKey, ...input }) => {
    checkName(apiKey);
    const { kind, text: secret } = PublicKey.read(publicKey);
    await addKey(context, input, { apiKey, secret, passphrase: "" });
    return { apiKey, kind };
  },
);

/** `POST /control/keys/change`: name, permissions, addresses and end of a key; what is left out stays. */
const changeKey = controlOperation(declared.changeKey, async (context, { apiKey, ...input }) => {
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
    // A change that takes effect at once does not change from when the key itself is valid.
    activeFrom: Math.max(from, now.activeFrom),
    expires: until,
  });
  return { apiKey, effectiveFrom: Math.max(from, now.activeFrom) };
});

/** `POST /control/keys/disable`: for good. */
const disableKey = controlOperation(declared.disableKey, async ({ submit }, { apiKey }) => {
  await submit({ type: "disableKey", key: apiKey });
  return { apiKey };
});

/** The operations of API keys. */
export const keyOperations: readonly ControlOperation[] = [
  listKeys,
  createKey,
  importKey,
  registerKey,
  changeKey,
  disableKey,
];

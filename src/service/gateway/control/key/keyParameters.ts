import { invalidParameter, WIRE_PROFILE_RULE, wireProfileOf } from "../../../../interface/wire/index.ts";
import type { KeyStrings } from "../../auth/newKey.ts";
import { addressesOf } from "../../auth/newKey.ts";
import { bitsOf, usualPermissions } from "../../words.ts";
import type { ControlContext } from "../operation.ts";
import { accountNamed } from "../parameters.ts";

interface KeyInput {
  readonly account: string;
  readonly label: string;
  readonly permissions: readonly string[] | undefined;
  readonly addresses: readonly string[] | undefined;
  readonly activeFrom: number;
  readonly expires: number;
  readonly wire: string;
}

/**
 * Adds a key by command: the secret encrypted, the passphrase hashed. A key without a passphrase fits no
 * request that needs one.
 */
export async function addKey(context: ControlContext, input: KeyInput, strings: KeyStrings): Promise<void> {
  const {
    keys: { vault },
    submit,
  } = context;
  const { account } = await accountNamed(context, input.account);
  const { apiKey: key, secret, passphrase } = strings;
  if (input.expires !== 0 && input.expires <= input.activeFrom) {
    throw invalidParameter("expires", `it must be after activeFrom, got '${input.expires}'`);
  }
  if (input.wire !== "" && wireProfileOf(input.wire) === undefined) {
    throw invalidParameter("wire", `one of ${WIRE_PROFILE_RULE}, got '${input.wire}'`);
  }
  await submit({
    type: "addKey",
    account,
    permissions: bitsOf(input.permissions ?? usualPermissions),
    activeFrom: effectiveFrom(context, input.activeFrom),
    expires: input.expires,
    key,
    sealedSecret: vault.encrypt(secret, { key, account }),
    passphraseHash: passphrase === "" ? "" : vault.hashPassphrase(passphrase, key),
    label: input.label,
    addresses: addressesOf(input.addresses ?? []),
    wireProfile: input.wire,
  });
}

/**
 * When a key, or a change of it, takes effect: as asked, but no sooner than the venue's delay for keys
 * allows.
 */
export function effectiveFrom({ keys: { keyDelayMs }, engine }: ControlContext, asked: number): number {
  return keyDelayMs === 0 ? asked : Math.max(asked, engine.now() + keyDelayMs);
}

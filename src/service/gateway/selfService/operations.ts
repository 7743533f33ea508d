import type { Input } from "../../../interface/wire/index.ts";
import { invalidParameter, WireError } from "../../../interface/wire/index.ts";
import * as declared from "../../../interface/wire/selfService.ts";
import type { InvitationView, KeyView } from "../../../kernel/core/index.ts";
import { MINUTE_MS } from "../../../kernel/host/clock.ts";
import { oneAfterOther } from "../../../kernel/host/oneAfterOther.ts";
import type { Rng } from "../../../kernel/host/rng.ts";
import { addressesOf, generatedKey } from "../auth/newKey.ts";
import type { Vault } from "../auth/vault.ts";
import type { Operation, PrivateContext } from "../operation.ts";
import { privateOperation } from "../operation.ts";
import { bitsOf, permissionWords } from "../words.ts";

/** The parts with which keys are made. */
export interface KeyMaking {
  readonly vault: Vault;
  readonly rng: Rng;
  /** How long a new key takes to become effective, ms of market time. */
  readonly keyDelayMs: number;
}

/** The most keys that an account can ever make: each is kept for good. */
const KEYS_EVER_MAX = 100;

interface Own {
  readonly invitation: InvitationView;
  /** The account's keys, in the order in which they were made. */
  readonly keys: readonly KeyView[];
}

/**
 * Self-service, for accounts that were opened by an invitation; for all others these paths do not exist. The
 * first key of an account makes and revokes keys. The other keys, which bots have, cannot: so a key that
 * leaks makes no further ones.
 */
export function selfServiceOperations({ vault, rng, keyDelayMs }: KeyMaking): readonly Operation[] {
  const listOwnKeys = privateOperation(declared.listOwnKeys, async (context) => {
    const { invitation, keys } = await ownOf(context);
    const accounts = await context.engine.query({ type: "accounts" });
    return {
      account: accounts.find(({ account }) => account === context.account)!.name,
      keysMax: invitation.keys,
      permissions: permissionWords(invitation.permissions),
      delayMs: keyDelayMs,
      keys: keys.map(({ key, label, permissions, addresses, activeFrom, disabled }, i) => ({
        apiKey: key,
        label,
        permissions: permissionWords(permissions),
        addresses: addresses === "" ? [] : addresses.split(","),
        activeFrom,
        disabled,
        isFirst: i === 0,
        lastUsed: context.lastUse(key),
      })),
    };
  });

  const create = async (context: PrivateContext, input: Input<typeof declared.createOwnKey.parameters>) => {
    const { invitation, keys } = await withFirstKey(context);
    const permissions = bitsOf(input.permissions);
    if (permissions === 0 || (permissions & ~invitation.permissions) !== 0) {
      const allowed = permissionWords(invitation.permissions).join(", ");
      throw invalidParameter(
        "permissions",
        `at least one of ${allowed}, got '${input.permissions.join(",")}'`,
      );
    }
    const live = keys.filter(({ disabled }) => !disabled).length;
    if (live >= invitation.keys)
      throw new WireError(
        "refused",
        `The account has ${live} keys, of at most ${invitation.keys}: revoke one`,
      );
    if (keys.length >= KEYS_EVER_MAX)
      throw new WireError("refused", `The account has made ${KEYS_EVER_MAX} keys, the most there may be`);
    const { account } = context;
    const { apiKey: key, secret, passphrase } = generatedKey(rng);
    const delayMs = Math.max(keyDelayMs, input.delayMinutes * MINUTE_MS);
    const { rejection } = await context.submit({
      type: "addKey",
      account,
      permissions,
      activeFrom: delayMs === 0 ? 0 : context.now() + delayMs,
      expires: 0,
      key,
      sealedSecret: vault.encrypt(secret, { key, account }),
      passphraseHash: vault.hashPassphrase(passphrase, key),
      label: input.label,
      addresses: addressesOf(input.addresses ?? []),
      wireProfile: "",
    });
    if (rejection !== undefined) throw new WireError("refused", `The key was not made: ${rejection.type}`);
    return { apiKey: key, secret, passphrase };
  };

  const inTurn = oneAfterOther(); // one after the other, so that each counts the keys made before
  const createOwnKey = privateOperation(declared.createOwnKey, (context, input) =>
    inTurn(() => create(context, input)),
  );

  const disableOwnKey = privateOperation(declared.disableOwnKey, async (context, { apiKey }) => {
    const { keys } = await withFirstKey(context);
    if (!keys.some(({ key }) => key === apiKey))
      throw invalidParameter("apiKey", `a key of this account, got '${apiKey}'`);
    await context.submit({ type: "disableKey", key: apiKey });
    return { apiKey };
  });

  return [listOwnKeys, createOwnKey, disableOwnKey];
}

/** @throws WireError as for an unknown path, where the account was not opened by an invitation */
async function ownOf({ engine, account }: PrivateContext): Promise<Own> {
  const all = await engine.query({ type: "invitations" });
  const invitation = all.find(({ accounts }) => accounts.some((each) => each === account));
  if (invitation === undefined) throw new WireError("pathNotFound");
  const keys = (await engine.query({ type: "keys" })).filter((key) => key.account === account);
  return { invitation, keys };
}

async function withFirstKey(context: PrivateContext): Promise<Own> {
  const own = await ownOf(context);
  if (own.keys[0]?.key === context.key) return own;
  throw new WireError(
    "permissionInsufficient",
    "Permission denied: keys are made and revoked with the account's first key",
  );
}

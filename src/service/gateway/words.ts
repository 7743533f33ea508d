import { invalidParameter } from "../../interface/wire/index.ts";
import {
  COMBINED,
  ISOLATED,
  KIND_AGREEMENT,
  KIND_CLOSE_POSITION,
  KIND_CLOSE_WITH_ATTACHED,
  KIND_LIQUIDATION,
  KIND_NORMAL,
  KIND_OFFSET,
  KIND_PLAN,
  KIND_PRESET_STOP_LOSS,
  KIND_PRESET_TAKE_PROFIT,
  KIND_STOP_LOSS,
  KIND_TAKE_PROFIT,
  PERMIT_DIRECT,
  PERMIT_FUTURES,
  PERMIT_READ,
  PERMIT_SPOT,
  SEPARATED,
  SHARED,
  STATE_CANCELED,
  STATE_CANCELING,
  STATE_FILLED,
  STATE_OPEN,
  STATE_PENDING,
  STATE_UNTRIGGERED,
} from "../../kernel/core/index.ts";

/** The words of control for the core's codes; those that parameters have are the wire's. */
export * from "../../interface/wire/control/words.ts";

export const marginModes = { shared: SHARED, isolated: ISOLATED };
export const separatedModes = { combined: COMBINED, separated: SEPARATED };

export const orderKinds = {
  order: KIND_NORMAL,
  plan: KIND_PLAN,
  "take-profit": KIND_TAKE_PROFIT,
  "stop-loss": KIND_STOP_LOSS,
  "preset-take-profit": KIND_PRESET_TAKE_PROFIT,
  "preset-stop-loss": KIND_PRESET_STOP_LOSS,
  "close-position": KIND_CLOSE_POSITION,
  "close-position-with-attached": KIND_CLOSE_WITH_ATTACHED,
  /** Orders of the venue itself: reducing, auto-deleveraging, the end of a liquidation. */
  reduction: KIND_OFFSET,
  deleveraging: KIND_AGREEMENT,
  liquidation: KIND_LIQUIDATION,
};

export const orderStates = {
  pending: STATE_PENDING,
  open: STATE_OPEN,
  canceling: STATE_CANCELING,
  untriggered: STATE_UNTRIGGERED,
  filled: STATE_FILLED,
  canceled: STATE_CANCELED,
};

/**
 * What a key may do. `direct` lets client ids carry directives (trading/carriedDirective.ts); it is given by
 * name only.
 */
export const permissions = {
  read: PERMIT_READ,
  spot: PERMIT_SPOT,
  futures: PERMIT_FUTURES,
  direct: PERMIT_DIRECT,
};
export const usualPermissions: readonly Permission[] = ["read", "spot", "futures"];

/** The word of a code; a code without a word would be shown as its number. */
export function wordOf<W extends Readonly<Record<string, number>>>(words: W, code: number): keyof W & string {
  const word = Object.keys(words).find((each) => words[each] === code);
  return (word ?? String(code)) as keyof W & string;
}

/** The words of a set of permission bits. */
export function permissionWords(bits: number): readonly Permission[] {
  return [...usualPermissions, "direct" as const].filter((word) => (bits & permissions[word]) !== 0);
}

/** The permission bits of words. @throws WireError naming the parameter `permissions` */
export function bitsOf(words: readonly string[]): number {
  let bits = 0;
  for (const word of words) {
    if (!Object.hasOwn(permissions, word)) {
      throw invalidParameter("permissions", `of ${Object.keys(permissions).join(", ")}, got '${word}'`);
    }
    bits |= permissions[word as keyof typeof permissions];
  }
  return bits;
}

type Permission = keyof typeof permissions;

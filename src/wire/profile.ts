/**
 * Where the interface document, live servers and typed clients differ, a profile decides; for the venue, and per key.
 */
export interface WireProfile {
  readonly name: "seed" | "observed" | "strict-sdk";
  /** JSON type of the times in the account list and of the ids and times of bills. */
  readonly accountTimes: "string" | "number";
  /** Order of candles. */
  readonly candles: "ascending" | "descending";
  /** `type` and `status` of plan orders: numeric codes, or the engine's names. */
  readonly planWords: "codes" | "names";
  /** A fill's `direction`: what it did to the position, or which side of the book it took. */
  readonly fillDirection: "action" | "role";
  /** Short name of the venue's token, part of the identifier of fee refunds in bills. */
  readonly token: string;
}

const TOKEN = "TOKEN";

export const wireProfiles = {
  /** The interface document's types and words. */
  seed: {
    name: "seed",
    accountTimes: "string",
    candles: "ascending",
    planWords: "codes",
    fillDirection: "action",
    token: TOKEN,
  },
  /** What live servers were seen to send. */
  observed: {
    name: "observed",
    accountTimes: "number",
    candles: "descending",
    planWords: "names",
    fillDirection: "role",
    token: TOKEN,
  },
  /** What satisfies SDKs that reject any JSON type but their own. */
  "strict-sdk": {
    name: "strict-sdk",
    accountTimes: "number",
    candles: "ascending",
    planWords: "codes",
    fillDirection: "action",
    token: TOKEN,
  },
} as const satisfies Record<string, WireProfile>;

export type WireProfileName = keyof typeof wireProfiles;

/** The profile of that name, `undefined` when there is none. */
export function wireProfileOf(name: string): WireProfile | undefined {
  return Object.hasOwn(wireProfiles, name) ? wireProfiles[name as WireProfileName] : undefined;
}

/**
 * A profile decides where the interface document, live servers and typed clients differ; the venue has one,
 * and each key may have its own. docs/reference/rest-v2.md has the table.
 */
export interface WireProfile {
  /** Its text, as {@link wireProfileOf} reads it: a name, or a name with switches. */
  readonly name: string;
  /**
   * JSON type of the times and `isolatedPositionId` of the account list, and of the ids and times of bills.
   */
  readonly accountTimes: "string" | "number";
  /** Order of candles. */
  readonly candles: "ascending" | "descending";
  /** `type` and `status` of plan orders: numeric codes, or the engine's names. */
  readonly planWords: "codes" | "names";
  /** A fill's `direction`: what it did to the position, or which side of the book it took. */
  readonly fillDirection: "action" | "role";
  /** Which orders order/history lists: ended ones, or live ones too. */
  readonly history: "terminal" | "all";
  /** Whether a refused take-profit or stop-loss gives its reason in a field of ours, `errorMessage`. */
  readonly errorMessage: "shown" | "hidden";
  /**
   * Whether private sockets push changes of leverage: the interface document says both that they do and that
   * they do not.
   */
  readonly leveragePush: "sent" | "silent";
  /**
   * Which of more fills than a page holds V3's userTrades answers with a start and no end: the first, or the
   * newest.
   */
  readonly tradesSince: "first" | "newest";
  /** V3's HTTP status for refusals of the market (-1054): 400, or the 500 that live servers send. */
  readonly marketRefusals: "400" | "500";
  /**
   * Where the fapi dialect takes and shows conditional orders: at the paths of their own alone, or as orders
   * among others too.
   */
  readonly conditionalOrders: "algo" | "both";
  /** Whether the paths and shapes of the vendor's Go SDK for V2 are served. */
  readonly sdk: "none" | "go";
  /** Short name of the venue's token, part of the identifier of fee refunds in bills. */
  readonly token: string;
}

/** The interface document's types and words. */
const seed: WireProfile = {
  name: "seed",
  accountTimes: "string",
  candles: "ascending",
  planWords: "codes",
  fillDirection: "action",
  history: "terminal",
  errorMessage: "shown",
  leveragePush: "sent",
  tradesSince: "first",
  marketRefusals: "400",
  conditionalOrders: "algo",
  sdk: "none",
  token: "TOKEN",
};

export const wireProfiles = {
  seed,
  /** What live servers were seen to send. */
  observed: {
    ...seed,
    name: "observed",
    accountTimes: "number",
    candles: "descending",
    planWords: "names",
    fillDirection: "role",
    errorMessage: "hidden",
    marketRefusals: "500",
  },
  /** Satisfies SDKs that reject any JSON type, and any field, that they do not expect. */
  "strict-sdk": { ...seed, name: "strict-sdk", accountTimes: "number", errorMessage: "hidden", sdk: "go" },
} as const satisfies Record<string, WireProfile>;

export type WireProfileName = keyof typeof wireProfiles;

/** The switches of a profile and their values. A token is made of letters and digits. */
const switches: Readonly<Record<string, readonly string[] | RegExp>> = {
  accountTimes: ["string", "number"],
  candles: ["ascending", "descending"],
  planWords: ["codes", "names"],
  fillDirection: ["action", "role"],
  history: ["terminal", "all"],
  errorMessage: ["shown", "hidden"],
  leveragePush: ["sent", "silent"],
  tradesSince: ["first", "newest"],
  marketRefusals: ["400", "500"],
  conditionalOrders: ["algo", "both"],
  sdk: ["none", "go"],
  token: /^[A-Z0-9]{1,10}$/,
};

/** How a profile is written, for messages. */
export const WIRE_PROFILE_RULE = `${Object.keys(wireProfiles).join(", ")}, with switches such as seed,history=all`;

/**
 * The profile of a text: a name, or a name and switches: `seed,history=all,token=ABC`. `undefined` if the
 * text is neither.
 */
export function wireProfileOf(text: string): WireProfile | undefined {
  const [name, ...changes] = text.split(",");
  if (name === undefined || !Object.hasOwn(wireProfiles, name)) return undefined;
  const profile: Record<string, string> = { ...wireProfiles[name as WireProfileName] };
  for (const change of changes) {
    const [field = "", value = "", ...rest] = change.split("=");
    const allowed = Object.hasOwn(switches, field) ? switches[field] : undefined;
    const isAllowed = allowed instanceof RegExp ? allowed.test(value) : allowed?.includes(value);
    if (isAllowed !== true || rest.length > 0) return undefined;
    profile[field] = value;
  }
  return { ...(profile as unknown as WireProfile), name: text };
}

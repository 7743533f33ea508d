import type { Check } from "../../interface/wire/argument.ts";
import {
  callable,
  either,
  fieldsOf,
  filledText,
  flag,
  having,
  listOf,
  must,
  oneOf,
  optional,
  recordOf,
  secret,
  textOf,
  whole,
} from "../../interface/wire/argument.ts";
import {
  dialectNames,
  isDecimal,
  quantaOfText,
  WIRE_PROFILE_RULE,
  wireProfileOf,
} from "../../interface/wire/index.ts";
import type { Quanta } from "../../kernel/core/index.ts";
import { ClientAddresses, limitProfiles, requestLogLevels } from "../../service/gateway/index.ts";
import type { AccountSpec, ClusterOptions, VenueOptions } from "./options.ts";

/** Checks for every field of an object: one that is added without does not compile. */
type ChecksOf<T> = { readonly [K in keyof Required<T>]: Check };

/** A name by which an account is opened: not digits alone, which are an account's number. */
export const ACCOUNT_NAME = /^(?!\d+$)[A-Za-z0-9_.-]{1,64}$/;
const BALANCE = /^\d{1,15}(\.\d{1,8})?$/;
const DAY_MS = 86_400_000;
const LEASE_MIN_MS = 100;
const LEASE_MAX_MS = 3_600_000;
const PREHISTORY_MAX = 20_000;
const SEED_MAX = 4_294_967_295;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const balance = textOf("a decimal of at least 0 with at most 8 places, as text such as '100000'", BALANCE);
const keyText = secret(textOf("1 to 256 printable characters", /^[\x20-\x7e]{1,256}$/));
const millisecond = whole(0, Number.MAX_SAFE_INTEGER);
const port = whole(0, 65_535);
const address = fieldsOf({ host: filledText, port });
const budget = fieldsOf({ max: whole(1, 1_000_000_000), windowMs: whole(1, DAY_MS) });

const ACCOUNT: ChecksOf<AccountSpec> = {
  name: textOf("1 to 64 letters, digits, '_', '.' and '-', not digits alone", ACCOUNT_NAME),
  balance: optional(balance),
  apiKey: optional(keyText),
  secret: optional(keyText),
  passphrase: optional(keyText),
  positionMode: optional(oneOf(["hedge", "one-way"])),
};

const CLUSTER: ChecksOf<ClusterOptions> = {
  log: either(filledText, callable, (value) => typeof value === "function"),
  single: optional(flag),
  advertise: optional(address),
  listen: optional(address),
  leaseMs: optional(whole(LEASE_MIN_MS, LEASE_MAX_MS)),
};

const versionLimits = {
  ipWeight: optional(budget),
  uidWeight: optional(budget),
  perOperation: optional(budget),
  placements: optional(budget),
  cancels: optional(budget),
};
const limits = fieldsOf({
  name: filledText,
  ...versionLimits,
  v3: optional(fieldsOf(versionLimits)),
  fapi: optional(
    fieldsOf({
      ...versionLimits,
      burst: optional(budget),
      refusedMax: optional(whole(1, 1_000_000)),
      sockets: optional(fieldsOf({ channels: optional(whole(1, 1_000_000)), messages: optional(budget) })),
    }),
  ),
  connections: optional(budget),
  loopback: optional(oneOf(["exempt", "counted"])),
  sockets: optional(
    fieldsOf({
      concurrent: optional(whole(1, 1_000_000)),
      channels: optional(whole(1, 1_000_000)),
      operations: optional(budget),
    }),
  ),
  spot: optional(fieldsOf({ placements: optional(budget), cancels: optional(listOf(budget)) })),
});

const market = must(
  "empty, simulated, or a scenario, which readScenario(path) and readReplay(folder) return",
  (value) =>
    value === "empty" || value === "simulated" || (isObject(value) && Array.isArray(value["listings"])),
);

function areProxies(value: unknown): boolean {
  try {
    new ClientAddresses(value as readonly string[]);
    return Array.isArray(value);
  } catch {
    return false; // the sentence is the check's
  }
}

const OPTIONS: ChecksOf<VenueOptions> = {
  accounts: listOf(fieldsOf(ACCOUNT)),
  balance,
  prices: recordOf(must("a price above 0", (value) => Number.isFinite(value) && Number(value) > 0)),
  seed: either(whole(0, SEED_MAX), oneOf(["secret"]), (value) => typeof value === "string"),
  contest: flag,
  selfService: flag,
  leaderboard: oneOf(["operators", "public"]),
  leaderboardDelayMs: whole(0, DAY_MS * 1_000),
  clock: either(oneOf(["test", "wall"]), millisecond, (value) => typeof value === "number"),
  hostClock: having("wallMs", "monotonicMs", "setTimer"),
  data: filledText,
  limits: either(oneOf(Object.keys(limitProfiles)), limits, isObject),
  wire: must(
    `one of ${WIRE_PROFILE_RULE}`,
    (value) => typeof value === "string" && wireProfileOf(value) !== undefined,
  ),
  dialects: must(
    `a list of one or more of ${dialectNames.join(", ")}, each once`,
    (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      new Set(value).size === value.length &&
      value.every((each) => dialectNames.includes(each)),
  ),
  strictConnections: flag,
  requests: oneOf(requestLogLevels),
  risk: fieldsOf({ invalidRequests: optional(budget), addresses: optional(budget) }),
  keyDelayMs: whole(0, DAY_MS * 1_000),
  staleAfterMs: whole(1_000, 3_600_000),
  sunset: either(
    flag,
    fieldsOf({
      deprecated: millisecond,
      date: millisecond,
      successor: optional(filledText),
      retires: optional(flag),
    }),
    isObject,
  ),
  market,
  prehistory: whole(0, PREHISTORY_MAX),
  past: must("a Map, which readPastCandles(path) returns", (value) => value instanceof Map),
  host: filledText,
  port,
  controlPort: port,
  journalKeepBytes: whole(1, Number.MAX_SAFE_INTEGER),
  hostNames: listOf(filledText),
  proxies: must("a list of addresses and CIDR blocks", areProxies),
  downtime: oneOf(["skip", "catchUp"]),
  audit: flag,
  backgroundAudit: flag,
  requireHistory: flag,
  strictFreshness: flag,
  cluster: fieldsOf(CLUSTER),
  masterKey: secret(
    must("32 bytes, a Uint8Array", (value) => value instanceof Uint8Array && value.length === 32),
  ),
  adminToken: secret(filledText),
  log: having("info", "warn", "error"),
  onTraffic: callable,
  signal: must("an AbortSignal", (value) => value instanceof AbortSignal),
  onProgress: callable,
  onHalt: callable,
};

const all = fieldsOf(
  Object.fromEntries(Object.entries(OPTIONS).map(([name, check]) => [name, optional(check)])),
);

/** What `startVenue` checks of its one argument. */
export const optionsCheck: Check = (value, name) =>
  all(value, name) ?? twice((value as VenueOptions).accounts);

function twice(accounts: readonly AccountSpec[] = []): string | undefined {
  const names = new Set<string>();
  for (const [i, { name }] of accounts.entries()) {
    if (names.has(name))
      return `options.accounts.${i}.name must be the name of one account only, got '${name}'`;
    names.add(name);
  }
  return undefined;
}

/** A decimal of USDT with at most eight places, in quanta. @throws RangeError naming the text and the rule */
export function parseQuanta(text: string): Quanta {
  const quanta = isDecimal(text) ? quantaOfText(text) : undefined;
  if (quanta === undefined)
    throw new RangeError(`an amount is a decimal with at most 8 places, got '${text}'`);
  return quanta;
}

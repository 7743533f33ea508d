import type { ErrorName, WireError } from "../../../interface/wire/index.ts";
import { STATUS_NORMAL, STATUS_RESTRICTED } from "../../../kernel/core/index.ts";
import type { EnginePort } from "../../../kernel/engine/index.ts";
import type { Clock } from "../../../kernel/host/clock.ts";
import type { KnownAccount } from "../auth/accounts.ts";
import { liftCommand } from "../auth/accounts.ts";
import { changedSettings } from "../changedSettings.ts";
import type { Budget } from "../limits/profile.ts";
import type { Log } from "../log.ts";

/** When an account is restricted automatically; a rule that is left out is off. */
export interface RiskRules {
  /**
   * Correctly signed requests that are malformed or not permitted: more than `max` within the window
   * restrict the account.
   */
  readonly invalidRequests?: Budget;
  /**
   * Different addresses from which an account's requests come: more than `max` within the window restrict
   * it.
   */
  readonly addresses?: Budget;
}

/**
 * Errors that count as invalid: the request is wrong whatever the market does. Refusals by limits and market
 * rules are not.
 */
const INVALID: ReadonlySet<ErrorName> = new Set([
  "contentTypeInvalid",
  "bodyMalformed",
  "requestMalformed",
  "parameterMissing",
  "parameterBlank",
  "parameterInvalid",
  "combinationInvalid",
  "timeInForceInvalid",
  "orderTypeInvalid",
  "sideInvalid",
  "precisionExceeded",
  "timeSpanTooLong",
  "timesReversed",
  "clientIdInvalid",
  "permissionInsufficient",
  "placementForbidden",
  "pairClosed",
  "batchTooLarge",
]);

interface Watch {
  sinceMs: number;
  invalid: number;
  readonly addresses: Set<string>;
}

/**
 * Risk control: an account that trips a rule is restricted by a logged command, so that its API answers 40753
 * until an operator lifts it. Counters are memory of the gateway, in windows on the host's monotonic clock;
 * the restriction is state of the venue and survives a restart.
 */
export class RiskControl {
  readonly #rules: RiskRules;
  readonly #engine: EnginePort;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #invalid = new Map<number, Watch>();
  readonly #addresses = new Map<number, Watch>();

  constructor(options: { rules: RiskRules; engine: EnginePort; clock: Clock; log: Log }) {
    this.#rules = options.rules;
    this.#engine = options.engine;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** A correctly signed request of the account arrived from an address. */
  cameFrom(account: KnownAccount, address: string): void {
    const rule = this.#rules.addresses;
    if (rule === undefined || account.status !== STATUS_NORMAL) return;
    const { addresses } = this.#watch(this.#addresses, account.account, rule);
    addresses.add(address);
    if (addresses.size <= rule.max) return;
    this.#addresses.delete(account.account);
    this.#restrict(account, { rule: "addresses", seen: addresses.size, ...rule });
  }

  /** A correctly signed request of the account was refused. */
  refused(account: KnownAccount, { kind }: WireError): void {
    const rule = this.#rules.invalidRequests;
    if (rule === undefined || account.status !== STATUS_NORMAL || !INVALID.has(kind)) return;
    const watch = this.#watch(this.#invalid, account.account, rule);
    watch.invalid++;
    if (watch.invalid <= rule.max) return;
    this.#invalid.delete(account.account);
    this.#restrict(account, { rule: "invalidRequests", seen: watch.invalid, ...rule });
  }

  #watch(watches: Map<number, Watch>, account: number, rule: Budget): Watch {
    const nowMs = this.#clock.monotonicMs();
    let watch = watches.get(account);
    if (watch === undefined || nowMs - watch.sinceMs >= rule.windowMs) {
      watch = { sinceMs: nowMs, invalid: 0, addresses: new Set() };
      watches.set(account, watch);
    }
    return watch;
  }

  #restrict({ account }: KnownAccount, why: object): void {
    this.#log.warn({ account, ...why, lift: liftCommand(account) }, "risk control restricts an account");
    this.#submit(account).catch((error) => {
      this.#log.error({ err: error, account }, "an account could not be restricted");
    });
  }

  async #submit(account: number): Promise<void> {
    const view = await this.#engine.query({ type: "account", account });
    if (view?.status === STATUS_NORMAL)
      await this.#engine.submit(changedSettings(view, { status: STATUS_RESTRICTED }));
  }
}

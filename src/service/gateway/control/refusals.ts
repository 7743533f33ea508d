import { moneyText, WireError } from "../../../interface/wire/index.ts";
import type { Rejection } from "../../../kernel/core/index.ts";
import { contractRules, MONEY_UNITS_MAX } from "../../../kernel/core/index.ts";
import type { Clock } from "../../../kernel/host/clock.ts";
import { MINUTE_MS } from "../../../kernel/host/clock.ts";
import type { Log } from "../log.ts";
import type { Asked } from "../trading/asked.ts";
import { refusalOf } from "../trading/refusals.ts";
import type { Acting } from "./acting.ts";

/**
 * Refusals of one operator that are logged in the journal within a minute; further ones are counted in the
 * venue's log.
 */
const RECORDED_A_MINUTE = 60;

/**
 * Logs in the journal what operators asked for and control refused: a wrong parameter, a role that is not
 * enough, an unknown state. The number for each operator within a minute is limited, so that nobody without
 * rights can fill the disk.
 */
export class Refusals {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #recorded = new Map<string, number>();
  #minute = 0;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Logs a refusal; resolves when it is durable. If the venue has halted meanwhile, it is logged nowhere.
   */
  async record(operator: string, acting: Acting, reason: string): Promise<void> {
    if (acting.isRefusalLogged) return;
    const minute = Math.floor(this.#clock.monotonicMs() / MINUTE_MS);
    if (minute !== this.#minute) this.#recorded.clear();
    this.#minute = minute;
    const recorded = (this.#recorded.get(operator) ?? 0) + 1;
    this.#recorded.set(operator, recorded);
    if (recorded === RECORDED_A_MINUTE + 1)
      this.#log.warn({ operator }, "more than 60 refusals in a minute: the journal is told no more of them");
    if (recorded > RECORDED_A_MINUTE) return;
    try {
      await acting.logRefusal(reason);
    } catch (cause) {
      this.#log.error({ err: cause, operator, reason }, "a refusal of control could not be logged");
    }
  }
}

/**
 * A refusal of the market in an operator's words; 400, code 40015. Where the table below has no sentence for
 * it, the traders' sentence is used without its prefix for programs (`FAILED_PRECONDITION: `).
 *
 * @param request the request: prices and sizes are shown in the units of its contract, fields by the names
 * of its parameters
 */
export function operatorRefusalOf(rejection: Rejection, request: Asked = {}): WireError {
  return new WireError("refused", sentence(rejection, request));
}

function sentence(why: Rejection, request: Asked): string {
  switch (why.type) {
    case "unknownAccount":
      return `account ${why.account} does not exist, or is one of the venue's own`;
    case "unknownContract":
      return `contract ${why.contract} is not listed`;
    case "invalidContract":
      return `the contract's terms break a rule: ${contractRules[why.rule] ?? why.rule}`;
    case "symbolTaken":
      return `the symbol is listed already, as contract ${why.contract}; it can be listed again once that is delisted`;
    case "nameTaken":
      return `the name is taken by account ${why.account}`;
    case "keyTaken":
      return `the API key exists already, for account ${why.account}; keys are never reused`;
    case "operatorTaken":
      return "there is an operator of that name already";
    case "unknownOperator":
      return "there is no operator of that name";
    case "unknownKey":
      return "there is no such API key";
    case "balanceInsufficient":
      return `the account can part with ${moneyText(why.withdrawable)}, not with ${moneyText(why.asked)}`;
    case "amountNotPositive":
      return "the amount must be above 0";
    case "movementNotAllowed":
      return `this movement is not possible between accounts ${why.from} and ${why.to}`;
    case "unknownMovement":
      return `no movement ${why.id} is pending`;
    case "referralCircular":
      return `account ${why.account} would be its own agent through account ${why.agent}`;
    case "noRebateDue":
      return `account ${why.account} has no agent, or the agent's part of its fees since the last payment is less than 0.00000001`;
    case "moneyLimit":
      return `the venue holds at most ${MONEY_UNITS_MAX} of a coin, what is on its way in included: ${moneyText(why.room)} are left, ${moneyText(why.asked)} were asked`;
    case "counterLimit":
      return `account ${why.account} may move no more than ${moneyText(why.limit)} each way in its life`;
    case "wouldBreach":
      return `${why.entries} ${why.entries === 1 ? "account or isolated position" : "accounts or isolated positions"} would be in breach and liquidated, the first of account ${why.account}: preview=true shows them, anyway=true does it all the same`;
    case "orderNotFound":
      return `order ${why.order} does not exist or is final`;
    default:
      return refusalOf(why, request).message.replace(/^[A-Z_]+: /, "");
  }
}

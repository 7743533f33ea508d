import { resolve } from "node:path";
import {
  type Check,
  fieldsOf,
  filledText,
  having,
  must,
  optional,
  whole,
  withCheckedArguments,
} from "../../interface/wire/argument.ts";
import type { DirectiveView, FaultView } from "../../interface/wire/control/index.ts";
import type { FaultInput } from "../../interface/wire/control/operations/faults.ts";

/** A directive as control shows it. */
export type { DirectiveView };

/**
 * A test as the operator of a market, in decimals: the operations of `/control/…` that nearly every test
 * needs, typed. Everything else that control can do: docs/reference/control.md.
 */
export interface Operator {
  /**
   * Sets an index price at once; whatever it causes (triggers, liquidations) has happened when this resolves.
   * From then on the contract gets its prices from such calls only.
   *
   * @param symbol `cmt_btcusdt` or `btc`
   * @param price a decimal such as "58800", or a move such as "-10%"
   */
  price(symbol: string, price: string): Promise<void>;
  /** Pays USDT into an account, from outside. */
  deposit(account: string, amount: string, options?: IdempotencyReference): Promise<AccountMoney>;
  /** Takes USDT out of an account, at most what may be withdrawn. */
  withdraw(account: string, amount: string, options?: IdempotencyReference): Promise<AccountMoney>;
  /** Cancels anybody's order by its id. */
  cancel(orderId: string): Promise<void>;
  /**
   * Takes the shared positions of an account through the whole ladder of liquidation, whatever their margin.
   */
  liquidate(account: string): Promise<AccountMoney>;
  /** Pays USDT into the insurance fund; a negative amount takes it out. */
  fund(amount: string, options?: IdempotencyReference): Promise<void>;
  /**
   * Has the venue do to an order, or to the next ones of an account, what live trading does once a year: fill
   * a part, reject, lose the race of a cancel. What an order that lives can do at once is done when this
   * resolves. docs/directives.md
   *
   * @throws OperatorError
   */
  direct(account: string, what: DirectiveWord, terms?: Directed): Promise<DirectiveView>;
  /** What orders were told and have yet to do. */
  directives(): Promise<readonly DirectiveView[]>;
  /** Takes a directive back, by its id. */
  dropDirective(directive: number): Promise<void>;
  /**
   * Writes what somebody needs to examine a failed test later: `data` (a copy of the venue without secrets,
   * for `outcry audit --journal`, or for `outcry serve --data` with the same `masterKey`), `requests.ndjson`
   * and `timeline.txt`. Returns the directory; if it exists already, a number is appended to its name.
   */
  bundle(directory: string): Promise<string>;
  /**
   * Makes something go wrong between clients and the venue from the next request and push on:
   * `{ kind: "answer-lost", routes: ["orders.place"], nth: 5 }`. docs/faults.md
   */
  fault(fault: FaultInput): Promise<FaultView>;
  /** Removes a fault by its number, or all of them; returns those that are left. */
  removeFault(fault?: number): Promise<readonly FaultView[]>;
  /** Every fault that is set, with how often it struck. */
  faults(): Promise<readonly FaultView[]>;
  /** The present settings, money and positions of an account. */
  account(name: string): Promise<AccountState>;
}

/** What is to happen to an order. */
export type DirectiveWord = DirectiveView["what"];

/**
 * Which orders a directive is for (the account's next one unless said), and what its kind needs; sizes and
 * prices are decimals.
 */
export interface Directed {
  /** A live order: its id, or the client's. */
  readonly order?: string;
  /** The order to come with this client id. */
  readonly clientId?: string;
  /** For this many orders to come. */
  readonly next?: number;
  readonly symbol?: string;
  readonly action?: DirectiveView["action"];
  readonly size?: string;
  readonly price?: string;
  readonly ms?: number;
  readonly reason?: DirectiveView["reason"];
  readonly code?: number;
  readonly text?: string;
}

/** For an action that must not happen twice. */
export interface IdempotencyReference {
  /**
   * 1 to 64 letters, digits, '-', '_', '.' and ':', chosen by the caller. Repeated with the same amounts, the
   * call gives its first answer again and does nothing, even after a crash of the venue; with other amounts
   * it is refused. docs/reference/control.md#references
   */
  readonly reference?: string | undefined;
}

/** What an account has after money moved, in USDT. */
export interface AccountMoney {
  readonly account: number;
  readonly wallet: string;
  readonly available: string;
}

/** An account as its operator sees it: prices, sizes and amounts are decimals. */
export interface AccountState extends AccountMoney {
  readonly name: string;
  readonly status: string;
  readonly equity: string;
  readonly withdrawable: string;
  readonly unrealized: string;
  readonly liveOrders: number;
  readonly positions: readonly {
    readonly position: number;
    readonly symbol: string;
    readonly leg: "long" | "short";
    readonly marginMode: "shared" | "isolated";
    readonly size: string;
    readonly entry: string;
    readonly leverage: string;
    readonly margin: string;
    readonly unrealized: string;
    readonly mark: string;
    readonly liquidationPrice: string;
  }[];
}

/** Control refused; the message is its own. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
  readonly code: string;

  constructor(path: string, { code, msg }: { readonly code: string; readonly msg: string }) {
    super(`${path}: ${msg}`);
    this.code = code;
  }
}

const id = whole(0, Number.MAX_SAFE_INTEGER);
const isText = (value: unknown): boolean => typeof value === "string";
const amount = must("a decimal as text, such as '100'", isText);
const once = optional(fieldsOf({ reference: optional(must("text", isText)) }));
/** Control says what of a fault or a directive is wrong. */
const described: Check = having();

/** What the functions take; what the values must be in the market control says. */
const ARGUMENTS: Readonly<Record<keyof Operator, Readonly<Record<string, Check>>>> = {
  price: {
    symbol: filledText,
    price: must("a decimal as text such as '58800', or a move such as '-10%'", isText),
  },
  deposit: { account: filledText, amount: amount, options: once },
  withdraw: { account: filledText, amount: amount, options: once },
  cancel: { orderId: filledText },
  liquidate: { account: filledText },
  fund: { amount: amount, options: once },
  direct: { account: filledText, what: filledText, terms: optional(described) },
  directives: {},
  dropDirective: { directive: id },
  bundle: { directory: filledText },
  fault: { fault: described },
  removeFault: { fault: optional(id) },
  faults: {},
  account: { name: filledText },
};

/** The operator of the venue whose control surface has this address. */
export function operatorAt(controlUrl: string, adminToken: string): Operator {
  const headers = { authorization: `Bearer ${adminToken}` };
  const call = async <T>(path: string, fields?: Readonly<Record<string, unknown>>): Promise<T> => {
    const request =
      fields === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(fields) };
    const response = await fetch(`${controlUrl}/control/${path}`, request);
    const answer: unknown = await response.json();
    if (!response.ok)
      throw new OperatorError(path, answer as { readonly code: string; readonly msg: string });
    return answer as T;
  };
  const calls: Operator = {
    price: (symbol, price) => call("prices/push", { prices: { [symbol]: price } }),
    deposit: (account, amount, options) => call("money/deposit", { account, amount, ...options }),
    withdraw: (account, amount, options) => call("money/withdraw", { account, amount, ...options }),
    cancel: (orderId) => call("orders/cancel", { order: orderId }),
    liquidate: (account) => call("accounts/liquidate", { account }),
    fund: (amount, options) =>
      amount.startsWith("-")
        ? call("fund/withdraw", { amount: amount.slice(1), ...options })
        : call("fund/deposit", { amount, ...options }),
    direct: (account, what, terms) => call("directives", { account, what, ...terms }),
    directives: () => call("directives"),
    dropDirective: (directive) => call("directives/drop", { directive }),
    bundle: async (directory) =>
      (await call<{ readonly directory: string }>("bundle", { directory: resolve(directory) })).directory,
    fault: (fault) => call("faults/add", fault),
    removeFault: (fault) => call("faults/remove", { fault }),
    faults: () => call("faults"),
    account: (name) => call(`accounts/show?account=${encodeURIComponent(name)}`),
  };
  return withCheckedArguments(calls, ARGUMENTS);
}

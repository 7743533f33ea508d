import { resolve } from "node:path";

/**
 * What a test does to a market as its operator, in decimals: the operations of `/control/…` that nearly every test needs, typed.
 * Everything else that control can do: docs/reference/control.md.
 */
export interface Operator {
  /**
   * Sets an index price at once; what it sets off (triggers, liquidations) has happened when this resolves. The contract is fed
   * by such prices alone from then on.
   *
   * @param symbol `cmt_btcusdt` or `btc`
   * @param price a decimal such as "58800", or a move such as "-10%"
   */
  price(symbol: string, price: string): Promise<void>;
  /** Pays USDT into an account, from outside. */
  deposit(account: string, amount: string, options?: DoneOnce): Promise<AccountMoney>;
  /** Takes USDT out of an account, at most what it may withdraw. */
  withdraw(account: string, amount: string, options?: DoneOnce): Promise<AccountMoney>;
  /** Cancels anybody's order by its id. */
  cancel(orderId: string): Promise<void>;
  /** Takes the shared positions of an account through the whole ladder of liquidation, whatever their margin. */
  liquidate(account: string): Promise<AccountMoney>;
  /** Pays USDT into the insurance fund, or with a minus takes it out. */
  fund(amount: string, options?: DoneOnce): Promise<void>;
  /**
   * Leaves what somebody needs who was not there, for a test that failed: `data` (a copy of the venue without secrets, to be examined by
   * `outcry audit --journal`, or opened by `outcry serve --data` under the same `masterKey`), `requests.ndjson` and `timeline.txt`. Returns the directory; one that is there gets a number behind its name.
   */
  bundle(directory: string): Promise<string>;
  /** Settings, money and positions of an account, now. */
  account(name: string): Promise<AccountState>;
}

/** For what must not happen twice. */
export interface DoneOnce {
  /**
   * 1 to 64 letters, digits, '-', '_', '.' and ':', of the caller's choice. Repeated with the same amounts it answers what it answered
   * first, and does nothing, also after a crash of the venue; with others it is refused. docs/reference/control.md#references
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
    readonly size: string;
    readonly leverage: string;
    readonly unrealized: string;
    readonly mark: string;
    readonly liquidationPrice: string;
  }[];
}

/** Control refused, in its own words. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
  readonly code: string;

  constructor(path: string, { code, msg }: { readonly code: string; readonly msg: string }) {
    super(`${path}: ${msg}`);
    this.code = code;
  }
}

/** The operator's hand on the venue whose control surface is at an address. */
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
  return {
    price: (symbol, price) => call("prices/push", { prices: { [symbol]: price } }),
    deposit: (account, amount, options) => call("money/deposit", { account, amount, ...options }),
    withdraw: (account, amount, options) => call("money/withdraw", { account, amount, ...options }),
    cancel: (orderId) => call("orders/cancel", { order: orderId }),
    liquidate: (account) => call("accounts/liquidate", { account }),
    fund: (amount, options) =>
      amount.startsWith("-")
        ? call("fund/withdraw", { amount: amount.slice(1), ...options })
        : call("fund/deposit", { amount, ...options }),
    bundle: async (directory) =>
      (await call<{ readonly directory: string }>("bundle", { directory: resolve(directory) })).directory,
    account: (name) => call(`accounts/show?account=${encodeURIComponent(name)}`),
  };
}

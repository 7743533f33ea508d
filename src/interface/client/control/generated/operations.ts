// Made by test/client/generated.test.ts out of the venue's declarations; --update makes it anew
import type { control, v2 } from "../../../wire/index.ts";
import type { Nothing } from "../../operation.ts";

/** Every operation of the control surface by method and path behind `/control/`: what it takes, what it answers. */
export interface ControlOperations {
  /** Show whether the venue runs, where it stands, and what its start found. Role: read. */
  "GET status": {
    readonly input: Nothing;
    readonly answer: control.VenueStatus;
  };
  /** Show what the background audit has found. Role: read. */
  "GET audit": {
    readonly input: Nothing;
    readonly answer: control.AuditView;
  };
  /** Check every invariant of the state. Role: operate. */
  "POST audit": {
    readonly input: Nothing;
    readonly answer: control.AuditOutcome;
  };
  /** Stop the venue cleanly. Role: admin. */
  "POST stop": {
    readonly input: Nothing;
    readonly answer: control.Stopping;
  };
  /** Show the nodes of the cluster, which of them leads, and how far the others are. Role: read. */
  "GET cluster": {
    readonly input: Nothing;
    readonly answer: control.ClusterStatus;
  };
  /**
   * Show the database's servers as this node reaches them: which takes writes, its standbys, and what is
   * wrong. Role: read.
   */
  "GET cluster/database": {
    readonly input: Nothing;
    readonly answer: control.ClusterDatabase;
  };
  /** Let another node lead: the one that does gives the lead up and follows. Role: operate. */
  "POST cluster/step-down": {
    readonly input: Nothing;
    readonly answer: { readonly stepping: boolean };
  };
  /**
   * Let the market start over, with the same accounts, keys and addresses; what happened is deleted. Role:
   * admin.
   */
  "POST reset": {
    readonly input: {
      /** Name of a saved state to go back to; without it, an empty market. */
      readonly to?: string;
    };
    readonly answer: control.ResetOutcome;
  };
  /** List the saved states. Role: read. */
  "GET states": {
    readonly input: Nothing;
    readonly answer: control.SavedStates;
  };
  /** Save the market as it is under a name; a state of that name is replaced. Role: operate. */
  "POST states/save": {
    readonly input: {
      /** 1 to 64 letters, digits, '-', '_' and '.', beginning with a letter or digit. */
      readonly name: string;
    };
    readonly answer: control.SavedState;
  };
  /** Copy journal, snapshots and history to a directory on the venue's machine. Role: admin. */
  "POST backup": {
    readonly input: {
      /** Where to; it must be absent or empty. */
      readonly directory: string;
      /** Copy master key and credentials too; false if left out. */
      readonly secrets?: boolean;
    };
    readonly answer: control.BackupOutcome;
  };
  /**
   * Start a second venue that goes on from this moment, in memory, with a clock that stands; it ends with
   * this one. Role: admin.
   */
  "POST branch": {
    readonly input: Nothing;
    readonly answer: control.BranchOutcome;
  };
  /** Write journal, requests and timeline to a directory on the venue's machine. Role: admin. */
  "POST bundle": {
    readonly input: {
      /** Where to; if it exists, a number is put behind its name. */
      readonly directory: string;
    };
    readonly answer: control.BundleOutcome;
  };
  /** Show what the scenario makes happen and expects, and what became of it. Role: read. */
  "GET scenario": {
    readonly input: Nothing;
    readonly answer: control.ScenarioView;
  };
  /** List the operators and their roles. Role: read. */
  "GET operators": {
    readonly input: Nothing;
    readonly answer: control.OperatorsView;
  };
  /** Add an operator; the token is shown this once. Role: admin. */
  "POST operators/add": {
    readonly input: {
      /** 1 to 64 letters, digits, '-', '_' and '.'. */
      readonly name: string;
      /**
       * What it may do: `read` reads, `operate` changes market, accounts and money, `admin` also makes keys
       * and operators, and stops, resets or copies the venue.
       */
      readonly role: "read" | "operate" | "admin";
    };
    readonly answer: control.OperatorAdded;
  };
  /** Give an operator another token, which is shown this once; the old one stops working. Role: admin. */
  "POST operators/rotate": {
    readonly input: {
      /** 1 to 64 letters, digits, '-', '_' and '.'. */
      readonly name: string;
    };
    readonly answer: control.OperatorRotated;
  };
  /** Remove an operator. Role: admin. */
  "POST operators/remove": {
    readonly input: {
      /** 1 to 64 letters, digits, '-', '_' and '.'. */
      readonly name: string;
    };
    readonly answer: control.OperatorRemoved;
  };
  /** List the accounts. Role: read. */
  "GET accounts": {
    readonly input: {
      /** Only accounts of this kind. */
      readonly kind?: "user" | "house" | "system" | "paper" | "paper-pool";
      /** Only these: names, ids or patterns such as `team-*`, separated by commas. */
      readonly match?: string;
      /** Show wallet, equity, unrealized PnL and positions of each; false if left out. */
      readonly money?: boolean;
    };
    readonly answer: control.Accounts;
  };
  /** A page of the accounts, filtered and sorted, with what each has. Role: read. */
  "GET accounts/page": {
    readonly input: {
      /** Only accounts of this kind. */
      readonly kind?: "user" | "house" | "system" | "paper" | "paper-pool";
      /** Only accounts with each of these words in id, name, kind or status. */
      readonly words?: string;
      /** By what; those that are equal by id; account if left out. */
      readonly sort?: "account" | "name" | "kind" | "status" | "equity" | "wallet" | "unrealized" | "positions";
      /** The last first; false if left out. */
      readonly descending?: boolean;
      /** How many to leave out at the beginning; 0 if left out. */
      readonly offset?: number | string;
      /** How many; 1 to 1000; 100 if left out. */
      readonly limit?: number | string;
    };
    readonly answer: control.AccountsPage;
  };
  /** Open an account, with a deposit if one is given. Role: operate. */
  "POST accounts/open": {
    readonly input: {
      /** Unique; letters, digits, '-', '_' and '.', not digits alone. */
      readonly name: string;
      /** An amount of USDT, a decimal above 0 with at most 8 places. */
      readonly balance?: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.AccountOpened;
  };
  /** Open many accounts with one command: all of them, or none. Role: operate. */
  "POST accounts/many/open": {
    readonly input: {
      /** 1 to 1000, each unique; letters, digits, '-', '_' and '.', not digits alone. */
      readonly names: readonly string[];
      /** An amount of USDT, a decimal above 0 with at most 8 places. */
      readonly balance?: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.ManyAccounts;
  };
  /** Reset, fund, freeze or free many accounts with one command: all of them, or none. Role: operate. */
  "POST accounts/many/change": {
    readonly input: {
      /**
       * `reset`: cancel, close at market, bring the balance back to the first deposit; `fund`: deposit
       * `amount`; `status`: give `status`.
       */
      readonly change: "reset" | "fund" | "status";
      /** Users' accounts, 1 to 1000: ids, names, or patterns such as `team-*`. */
      readonly accounts: readonly string[];
      /** An amount of USDT, a decimal above 0 with at most 8 places. */
      readonly amount?: string;
      /** What they may do. */
      readonly status?: "normal" | "frozen" | "restricted";
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.ManyAccounts;
  };
  /** Disable every API key of many accounts with one command, for good. Role: admin. */
  "POST accounts/many/disable": {
    readonly input: {
      /** Users' accounts, 1 to 1000: ids, names, or patterns such as `team-*`. */
      readonly accounts: readonly string[];
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.ManyAccounts;
  };
  /** Tell the owners of many accounts something, with one command. Role: operate. */
  "POST accounts/many/message": {
    readonly input: {
      /** Users' accounts, 1 to 1000: ids, names, or patterns such as `team-*`. */
      readonly accounts: readonly string[];
      /**
       * What they are told: shown on the page, pushed on the channel `messages`, kept for `GET
       * account/messages`.
       */
      readonly text: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.Message;
  };
  /** List what owners of accounts were told: the latest 200 messages. Role: read. */
  "GET messages": {
    readonly input: Nothing;
    readonly answer: control.Messages;
  };
  /** Show an account: settings, money, positions, live orders. Role: read. */
  "GET accounts/show": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
    };
    readonly answer: control.AccountView;
  };
  /**
   * Show what an account was worth over time: a point for each minute, or longer span, in which that changed.
   * Role: read.
   */
  "GET accounts/equity": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** Start, Unix ms; default: 30 days before the end. */
      readonly startTime?: number | string;
      /** End, Unix ms; default: now. */
      readonly endTime?: number | string;
      /** How far apart points are at least; 1m if left out. */
      readonly granularity?: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "1d";
      /** Points returned, the last ones; 1 to 1000; 500 if left out. */
      readonly limit?: number | string;
    };
    readonly answer: v2.EquityHistory;
  };
  /**
   * Show what an account made of its money: PnL by contract and day, return, drawdown, Sharpe, win rate.
   * Role: read.
   */
  "GET accounts/performance": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** Start, Unix ms; default: 30 days before the end. */
      readonly startTime?: number | string;
      /** End, Unix ms; default: now. */
      readonly endTime?: number | string;
    };
    readonly answer: v2.Performance;
  };
  /**
   * Show what users gained in a span, and of whom: by trades against the index, funding, the fund, deposits.
   * Role: read.
   */
  "GET accounts/passed": {
    readonly input: {
      /** Users' accounts: ids, names or patterns such as `team-*`, separated by commas. */
      readonly accounts: string;
      /** Start, Unix ms; default: 30 days before the end. */
      readonly startTime?: number | string;
      /** End, Unix ms; default: now. */
      readonly endTime?: number | string;
    };
    readonly answer: control.ValuePassed;
  };
  /**
   * Change an account's fees, discounts, status, delays, own order limit, self-trade prevention, position
   * mode. Role: operate.
   */
  "POST accounts/settings": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** A contract: its symbol or its base coin. */
      readonly symbol?: string;
      /** Taker fee, a fraction; with makerFeeRate. `none`: the contract's. */
      readonly takerFeeRate?: string;
      /** Maker fee, a fraction; with takerFeeRate. `none`: the contract's. */
      readonly makerFeeRate?: string;
      /** Multiplies both fees. `none`: no discount. */
      readonly discount?: string;
      /** Multiplies the taker fee; with makerDiscount. `none`: no discount. */
      readonly takerDiscount?: string;
      /** Multiplies the maker fee; with takerDiscount. `none`: no discount. */
      readonly makerDiscount?: string;
      /**
       * `frozen` reads and does not trade; `restricted` closes and cancels, and does nothing else over the
       * API.
       */
      readonly status?: "normal" | "frozen" | "restricted";
      /** Placements a minute; 0: no limit of its own; 0 to 1000000. */
      readonly orderRateLimitPerMinute?: number | string;
      /** How long a new order waits before it enters the book; 0 to 60000. */
      readonly orderDelayMs?: number | string;
      /** How long a cancel waits before it takes effect; 0 to 60000. */
      readonly cancelDelayMs?: number | string;
      /** What happens when own orders meet. */
      readonly selfTradePrevention?: "expire-maker" | "expire-taker" | "expire-both" | "decrement" | "none";
      /** Margin is called for once what must be kept is so many per cent of equity; 0: never; 0 to 99. */
      readonly marginCallPercent?: number | string;
      /** Orders of accounts of one group never meet in the book; 0: of none; 0 to 1000000. */
      readonly group?: number | string;
      /**
       * A leg each way, or one net position a contract; changed only with neither orders nor positions, on
       * paper too.
       */
      readonly positionMode?: "hedge" | "one-way";
    };
    readonly answer: control.AccountChanged;
  };
  /**
   * Let an account's messages take market time: to the book, and from the book to its pushes. Role: operate.
   */
  "POST accounts/latency": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /**
       * Delay to the book in ms, or several, of which each message draws one (on the command line also a file
       * with one a line); left out: no delay; at most 1000.
       */
      readonly toBook?: readonly number[];
      /** Delay from the book to a private push in ms, likewise; at most 1000. */
      readonly toPush?: readonly number[];
      /** Seed of the draws: the same seed gives the same delays; 0 to 4294967295; 0 if left out. */
      readonly seed?: number | string;
    };
    readonly answer: control.AccountLatency;
  };
  /**
   * Cancel an account's orders, close its positions at market, move its balance back to its first deposit.
   * Role: operate.
   */
  "POST accounts/reset": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.AccountReset;
  };
  /**
   * Start a user's paper account anew, without orders and positions; open it if there is none. Role: operate.
   */
  "POST accounts/paper": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** Simulated USDT to begin with, above 0, at most 1000000000; 100000 if left out. */
      readonly balance?: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.PaperAccount;
  };
  /** Show who is ahead as things stand, whoever else may see it. Role: read. */
  "GET leaderboard": {
    readonly input: {
      /** Teams, the best; 1 to 1000; 200 if left out. */
      readonly limit?: number | string;
      /** Points of each team's equity curve; 0 to 60; 0 if left out. */
      readonly points?: number | string;
    };
    readonly answer: { readonly time: number; readonly delayMs: number; readonly contest: { readonly name: string; readonly title: string; readonly phase: "before" | "practice" | "between" | "running" | "ended"; readonly leftMs: number } | null; readonly teams: readonly ({ readonly rank: number | null; readonly team: string; readonly title: string; readonly score: string; readonly return: string; readonly equity: string; readonly drawdown: string; readonly trades: number; readonly fees: string; readonly liquidations: number; readonly curve: readonly string[] })[] };
  };
  /** List the users that agents brought, with the rebates that are due. Role: read. */
  "GET referrals": {
    readonly input: {
      /** Only users that this account brought, by id or name. */
      readonly agent?: string;
    };
    readonly answer: control.Referrals;
  };
  /**
   * Name the agent that brought a user and its part of the user's trading fees, or end that. Role: operate.
   */
  "POST referrals/set": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** Who brought it, an account: its id or its name; none ends it. */
      readonly agent: string;
      /** The agent's part of the trading fees, above 0, at most 1; with an agent. */
      readonly rebateRate?: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.ReferralSet;
  };
  /** Pay a user's agent what is due of the user's trading fees. Role: operate. */
  "POST referrals/pay": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.RebatesPaid;
  };
  /** Liquidate an account whatever its margin. Role: operate. */
  "POST accounts/liquidate": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** Id of an isolated position; without it the shared positions. */
      readonly position?: number | string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.AccountMoney;
  };
  /** Close part of an account's leg against the first in the auto-deleveraging queue. Role: operate. */
  "POST accounts/deleverage": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** A contract: its symbol or its base coin. */
      readonly symbol: string;
      /** The side of the position. */
      readonly leg: "long" | "short";
      /** In the base coin, at most the leg's oldest position. */
      readonly size: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.Deleveraged;
  };
  /** Show who is deleveraged first in a contract, with the lights 5 to 1. Role: read. */
  "GET adl": {
    readonly input: {
      /** A contract: its symbol or its base coin. */
      readonly symbol: string;
    };
    readonly answer: control.AdlRanks;
  };
  /** Explain an account's numbers at this instant, formula by formula. Role: read. */
  "GET explain/account": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
    };
    readonly answer: control.ExplainedAccount;
  };
  /** Explain an account's last liquidation: its fills and bills in order. Role: read. */
  "GET explain/liquidation": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** Only the liquidation of this isolated position; 0: of the shared positions. */
      readonly position?: number | string;
    };
    readonly answer: control.ExplainedLiquidation;
  };
  /** Explain why a request was refused, with the numbers that decided. Role: read. */
  "GET explain/rejection": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** Its id in the request log; without it the last one refused. */
      readonly request?: number | string;
    };
    readonly answer: control.ExplainedRejection;
  };
  /** List the API keys, of one account or of all. Role: read. */
  "GET keys": {
    readonly input: {
      /** Only this account's, by id or name. */
      readonly account?: string;
    };
    readonly answer: control.Keys;
  };
  /** Create an API key; secret and passphrase are shown this once. Role: admin. */
  "POST keys/create": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** Shown in lists. */
      readonly label?: string;
      /** Of read, spot, futures, and direct; default the first three. */
      readonly permissions?: readonly string[];
      /** Addresses or CIDR blocks that it may be used from; default all. */
      readonly addresses?: readonly string[];
      /** Market time from which it is valid, Unix ms; 0 if left out. */
      readonly activeFrom?: number | string;
      /** Market time until which it is valid, Unix ms; 0: for ever; 0 if left out. */
      readonly expires?: number | string;
      /**
       * Its wire profile: seed, observed, strict-sdk, with switches such as seed,history=all; default: the
       * venue's.
       */
      readonly wire?: string;
    };
    readonly answer: control.NewKey;
  };
  /** Import an API key with your own three strings. Role: admin. */
  "POST keys/import": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** Shown in lists. */
      readonly label?: string;
      /** Of read, spot, futures, and direct; default the first three. */
      readonly permissions?: readonly string[];
      /** Addresses or CIDR blocks that it may be used from; default all. */
      readonly addresses?: readonly string[];
      /** Market time from which it is valid, Unix ms; 0 if left out. */
      readonly activeFrom?: number | string;
      /** Market time until which it is valid, Unix ms; 0: for ever; 0 if left out. */
      readonly expires?: number | string;
      /**
       * Its wire profile: seed, observed, strict-sdk, with switches such as seed,history=all; default: the
       * venue's.
       */
      readonly wire?: string;
      /** Sent as ACCESS-KEY; printable, without blanks. */
      readonly apiKey: string;
      /** Signs requests; never shown again. */
      readonly secret: string;
      /** Sent as ACCESS-PASSPHRASE: 1 to 128 letters and digits, no special characters; never shown again. */
      readonly passphrase: string;
    };
    readonly answer: control.KeyNamed;
  };
  /**
   * Register an API key by its public half, RSA or Ed25519: for requests of the fapi dialect. Role: admin.
   */
  "POST keys/register": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** Shown in lists. */
      readonly label?: string;
      /** Of read, spot, futures, and direct; default the first three. */
      readonly permissions?: readonly string[];
      /** Addresses or CIDR blocks that it may be used from; default all. */
      readonly addresses?: readonly string[];
      /** Market time from which it is valid, Unix ms; 0 if left out. */
      readonly activeFrom?: number | string;
      /** Market time until which it is valid, Unix ms; 0: for ever; 0 if left out. */
      readonly expires?: number | string;
      /**
       * Its wire profile: seed, observed, strict-sdk, with switches such as seed,history=all; default: the
       * venue's.
       */
      readonly wire?: string;
      /** The public half as PEM; who has the private one signs. */
      readonly publicKey: string;
      /** Sent as X-MBX-APIKEY; printable, without blanks; default: a generated one. */
      readonly apiKey?: string;
    };
    readonly answer: control.KeyRegistered;
  };
  /** Change an API key's label, permissions, addresses or expiry, from now or from a time on. Role: admin. */
  "POST keys/change": {
    readonly input: {
      /** The key. */
      readonly apiKey: string;
      /** Shown in lists. */
      readonly label?: string;
      /** Of read, spot, futures, and direct; default the first three. */
      readonly permissions?: readonly string[];
      /** Addresses or CIDR blocks that it may be used from; default all. */
      readonly addresses?: readonly string[];
      /** Market time from which it is valid, Unix ms; 0 if left out. */
      readonly activeFrom?: number | string;
      /** Market time until which it is valid, Unix ms; 0: for ever. */
      readonly expires?: number | string;
    };
    readonly answer: control.KeyChanged;
  };
  /** Disable an API key for good. Role: admin. */
  "POST keys/disable": {
    readonly input: {
      /** The key. */
      readonly apiKey: string;
    };
    readonly answer: control.KeyNamed;
  };
  /** Deposit USDT into an account. Role: operate. */
  "POST money/deposit": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** An amount of USDT, a decimal above 0 with at most 8 places. */
      readonly amount: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.AccountMoney;
  };
  /** Withdraw USDT from an account. Role: operate. */
  "POST money/withdraw": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** An amount of USDT, a decimal above 0 with at most 8 places. */
      readonly amount: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.AccountMoney;
  };
  /** Move USDT between two accounts as a transfer, gift, refund or copy-trading settlement. Role: operate. */
  "POST money/move": {
    readonly input: {
      /** What kind of movement it is. */
      readonly movement: "deposit" | "withdraw" | "transfer" | "gift" | "gift-back" | "fee-refund" | "follow-pay" | "follow-back" | "trader-income" | "third-party-share";
      /** The account that it leaves, by id or name; without it the outside world. */
      readonly from?: string;
      /** The account that it reaches, by id or name; without it the outside world. */
      readonly to?: string;
      /** An amount of USDT, a decimal above 0 with at most 8 places. */
      readonly amount: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.MovementMade;
  };
  /** Announce a deposit, withdrawal or transfer that is pending until settled. Role: operate. */
  "POST money/begin": {
    readonly input: {
      /** What kind of movement it is. */
      readonly movement: "deposit" | "withdraw" | "transfer";
      /** The account that it leaves, by id or name; without it the outside world. */
      readonly from?: string;
      /** The account that it reaches, by id or name; without it the outside world. */
      readonly to?: string;
      /** An amount of USDT, a decimal above 0 with at most 8 places. */
      readonly amount: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.MovementMade;
  };
  /** Complete or drop a pending movement. Role: operate. */
  "POST money/settle": {
    readonly input: {
      /** Its id. */
      readonly movement: number | string;
      /** false drops it; true if left out. */
      readonly complete?: boolean;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.MovementSettled;
  };
  /** List the pending movements. Role: read. */
  "GET money/pending": {
    readonly input: Nothing;
    readonly answer: control.PendingMovements;
  };
  /** Show what the insurance fund is worth and what it has taken over. Role: read. */
  "GET fund": {
    readonly input: Nothing;
    readonly answer: control.FundView;
  };
  /** Pay into the insurance fund. Role: operate. */
  "POST fund/deposit": {
    readonly input: {
      /** An amount of USDT, a decimal above 0 with at most 8 places. */
      readonly amount: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.FundView;
  };
  /** Drain the insurance fund, so that counterparties are deleveraged instead. Role: operate. */
  "POST fund/withdraw": {
    readonly input: {
      /** An amount of USDT, a decimal above 0 with at most 8 places. */
      readonly amount: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.FundView;
  };
  /** Limit what the insurance fund may take over; what it may not is deleveraged. Role: operate. */
  "POST fund/rule": {
    readonly input: {
      /** It takes over nothing that would leave its equity at mark below this, USDT; 0 if left out. */
      readonly floor?: string;
      /** What its positions may be worth at mark together, USDT; 0: no limit; 0 if left out. */
      readonly notionalMax?: string;
    };
    readonly answer: control.FundView;
  };
  /** List the contracts with their terms, prices and rules. Role: read. */
  "GET contracts": {
    readonly input: {
      /** A contract: its symbol or its base coin. */
      readonly symbol?: string;
    };
    readonly answer: control.Contracts;
  };
  /** List a new contract. Role: operate. */
  "POST contracts/add": {
    readonly input: {
      /** cmt_<coin>usdt. */
      readonly symbol: string;
      /** Default: as in the symbol, in capitals. */
      readonly baseCoin?: string;
      /** tick = 10^-priceDecimals; with more than 6, lots of 10 or 100; 0 to 8. */
      readonly priceDecimals: number | string;
      /** lot = lotStep × 10^-sizeDecimals; 0 to 6. */
      readonly sizeDecimals: number | string;
      /** See sizeDecimals; 1 to 1000000; 1 if left out. */
      readonly lotStep?: number | string;
      /** Index price at once. */
      readonly price?: string;
      /** Smallest order, in lots. */
      readonly orderLotsMin?: number | string;
      /** Largest order, in lots. */
      readonly orderLotsMax?: number | string;
      /** Largest market order that opens, in lots. */
      readonly marketOpenLotsMax?: number | string;
      /** Largest order at market, in lots; 0: as large as any. */
      readonly marketLotsMax?: number | string;
      /** Smallest value of an order that opens, in whole USDT; 0: none. */
      readonly notionalMinUnits?: number | string;
      /** Largest position, in lots. */
      readonly positionLotsMax?: number | string;
      /** Smallest leverage. */
      readonly leverageMin?: string;
      /** Greatest leverage. */
      readonly leverageMax?: string;
      /** Leverage of accounts that set none. */
      readonly leverageDefault?: string;
      /** How far above the mark a buy may be, a fraction. */
      readonly bandBuyRate?: string;
      /** How far below the mark a sell may be, a fraction. */
      readonly bandSellRate?: string;
      /** Maker fee, a fraction; below 0: a rebate. */
      readonly makerRate?: string;
      /** Taker fee, a fraction. */
      readonly takerRate?: string;
      /** Fee of a liquidation, a fraction. */
      readonly liquidationFeeRate?: string;
      /** Time between settlements of funding. */
      readonly fundingIntervalMs?: number | string;
      /** When in the interval it settles. */
      readonly fundingOffsetMs?: number | string;
      /** Interest part of funding, a fraction. */
      readonly interestRate?: string;
      /** How far funding follows the premium, a fraction. */
      readonly fundingClampRate?: string;
      /** Largest funding, a fraction. */
      readonly fundingCapRate?: string;
      /** Resting orders of one account. */
      readonly openOrdersMax?: number | string;
      /** How far last and mark price may be apart when a trigger with price protection fires, a fraction. */
      readonly triggerProtectRate?: string;
      /** Whether take-profits and stop-losses outlive their position (default). */
      readonly orphanTriggersKeep?: boolean;
      /** In separated mode a close that names no position takes the oldest first (default), or is refused. */
      readonly separatedCloseFifo?: boolean;
      /** Whether clients may trade it. */
      readonly apiTradable?: boolean;
      /** Margin tiers, ascending; at most 32. */
      readonly tiers?: readonly {
        /** Notional up to which the tier reaches, whole USDT. */
        readonly notionalMax: number | string;
        /** Maintenance margin, a fraction. */
        readonly maintenanceRate: string;
        /** Greatest leverage in the tier. */
        readonly leverageMax: string;
      }[];
    };
    readonly answer: control.ContractTerms;
  };
  /** Change terms of a contract; the rest stays. Role: operate. */
  "POST contracts/change": {
    readonly input: {
      /** A contract: its symbol or its base coin. */
      readonly symbol: string;
      /** Smallest order, in lots. */
      readonly orderLotsMin?: number | string;
      /** Largest order, in lots. */
      readonly orderLotsMax?: number | string;
      /** Largest market order that opens, in lots. */
      readonly marketOpenLotsMax?: number | string;
      /** Largest order at market, in lots; 0: as large as any. */
      readonly marketLotsMax?: number | string;
      /** Smallest value of an order that opens, in whole USDT; 0: none. */
      readonly notionalMinUnits?: number | string;
      /** Largest position, in lots. */
      readonly positionLotsMax?: number | string;
      /** Smallest leverage. */
      readonly leverageMin?: string;
      /** Greatest leverage. */
      readonly leverageMax?: string;
      /** Leverage of accounts that set none. */
      readonly leverageDefault?: string;
      /** How far above the mark a buy may be, a fraction. */
      readonly bandBuyRate?: string;
      /** How far below the mark a sell may be, a fraction. */
      readonly bandSellRate?: string;
      /** Maker fee, a fraction; below 0: a rebate. */
      readonly makerRate?: string;
      /** Taker fee, a fraction. */
      readonly takerRate?: string;
      /** Fee of a liquidation, a fraction. */
      readonly liquidationFeeRate?: string;
      /** Time between settlements of funding. */
      readonly fundingIntervalMs?: number | string;
      /** When in the interval it settles. */
      readonly fundingOffsetMs?: number | string;
      /** Interest part of funding, a fraction. */
      readonly interestRate?: string;
      /** How far funding follows the premium, a fraction. */
      readonly fundingClampRate?: string;
      /** Largest funding, a fraction. */
      readonly fundingCapRate?: string;
      /** Resting orders of one account. */
      readonly openOrdersMax?: number | string;
      /** How far last and mark price may be apart when a trigger with price protection fires, a fraction. */
      readonly triggerProtectRate?: string;
      /** Whether take-profits and stop-losses outlive their position (default). */
      readonly orphanTriggersKeep?: boolean;
      /** In separated mode a close that names no position takes the oldest first (default), or is refused. */
      readonly separatedCloseFifo?: boolean;
      /** Whether clients may trade it. */
      readonly apiTradable?: boolean;
      /** Margin tiers, ascending; at most 32. */
      readonly tiers?: readonly {
        /** Notional up to which the tier reaches, whole USDT. */
        readonly notionalMax: number | string;
        /** Maintenance margin, a fraction. */
        readonly maintenanceRate: string;
        /** Greatest leverage in the tier. */
        readonly leverageMax: string;
      }[];
      /** Show who would be in breach, and change nothing; false if left out. */
      readonly preview?: boolean;
      /**
       * Do it even if somebody would be in breach, and so liquidated at once; without it such a change is
       * refused; false if left out.
       */
      readonly anyway?: boolean;
    };
    readonly answer: control.ContractChanged;
  };
  /** Let a contract trade, only close and cancel, halt it or delist it after a notice. Role: operate. */
  "POST contracts/status": {
    readonly input: {
      /** A contract: its symbol or its base coin. */
      readonly symbol: string;
      /**
       * `halted` cancels every live order; `delisted` does so and settles every position at the index, once
       * the notice is over.
       */
      readonly status: "trading" | "cancel-only" | "halted" | "delisted";
      /**
       * Of `delisted`: market time until then; 0 delists at once. Default: 86400000, a day; 0 to 31622400000.
       */
      readonly noticeMs?: number | string;
    };
    readonly answer: control.ContractStatusSet;
  };
  /** Choose how a contract's mark is made. Role: operate. */
  "POST contracts/mark": {
    readonly input: {
      /** A contract: its symbol or its base coin. */
      readonly symbol: string;
      /** What is added to the index. */
      readonly method: "mean-basis" | "exponential-basis" | "median-of-three";
      /** Samples that the exponential average remembers; 30 if left out. */
      readonly window?: number | string;
      /** How far the mark may be from the index, a fraction; 0: no bound. By default 0.005. */
      readonly boundRate?: string;
      /**
       * Notional in USDT that a side of the book must hold to move mark and premium; by default as it is; 1
       * to 10000000.
       */
      readonly impactUnits?: number | string;
    };
    readonly answer: control.MarkRuleSet;
  };
  /**
   * Choose how a contract deals with risk: of each option the first word is the default, what is left out
   * stays as it is. Role: operate.
   */
  "POST contracts/risk": {
    readonly input: {
      /** A contract: its symbol or its base coin. */
      readonly symbol: string;
      /** Isolated payers pay down to their requirement, or in full. */
      readonly funding?: "capped" | "full";
      /** Who receives what an isolated liquidation leaves. */
      readonly residual?: "user" | "fund";
      /** Each slice of the notional requires the rate of its own tier, or the whole that of its tier. */
      readonly tiers?: "bracketed" | "flat";
      /** What picks the tier of a shared symbol: its long and short together, or their net. */
      readonly tierNotional?: "both" | "net";
      /**
       * Which size of a hedged shared symbol carries its requirement: the net, the larger leg, or both legs,
       * each in a tier of its own.
       */
      readonly hedgeRequirement?: "net" | "larger" | "sum";
      /** What the margin of a shared position is a share of: its value at mark, or its entry value. */
      readonly positionMargin?: "mark" | "entry";
      /** Premium samples weigh more towards the end of the period, or all the same. */
      readonly fundingAverage?: "weighted" | "mean";
      /** When an order's presets come into being: with its first fill, or with the one that completes it. */
      readonly presets?: "first-fill" | "filled";
      /** Which way the fee of a fill is rounded; a rebate is truncated either way. */
      readonly feeRounding?: "trunc" | "up";
      /** How far a liquidation lowers what is above the first tier at a time. */
      readonly largeLiquidations?: "two-tiers" | "minimum" | "fifth";
      /** In which order counterparties are deleveraged: by profit and leverage, or drawn for each command. */
      readonly adlRanking?: "profit-leverage" | "random";
      /**
       * A triggered stop and closePositions make room among resting closes, or take what those have not
       * reserved.
       */
      readonly exits?: "make-room" | "yield";
      /** Show who would be in breach, and change nothing; false if left out. */
      readonly preview?: boolean;
      /**
       * Do it even if somebody would be in breach, and so liquidated at once; without it such a change is
       * refused; false if left out.
       */
      readonly anyway?: boolean;
      /**
       * For new positions only: an account that holds a position keeps its requirement until that position is
       * closed; false if left out.
       */
      readonly newOnly?: boolean;
    };
    readonly answer: control.RiskRuleSet;
  };
  /** Show funding rates and when they are paid. Role: read. */
  "GET funding": {
    readonly input: Nothing;
    readonly answer: control.Fundings;
  };
  /** Settle a contract's funding now; the next period ends when it would have. Role: operate. */
  "POST funding/settle": {
    readonly input: {
      /** A contract: its symbol or its base coin. */
      readonly symbol: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.FundingSettled;
  };
  /** End a contract's funding period now without payment. Role: operate. */
  "POST funding/skip": {
    readonly input: {
      /** A contract: its symbol or its base coin. */
      readonly symbol: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.FundingSkipped;
  };
  /** Show market time and how it runs. Role: read. */
  "GET clock": {
    readonly input: Nothing;
    readonly answer: control.ClockRunView;
  };
  /** Freeze market time. Role: operate. */
  "POST clock/freeze": {
    readonly input: Nothing;
    readonly answer: control.ClockView;
  };
  /**
   * Move frozen market time on, by ms or to a time; answers when all that falls due is done. Role: operate.
   */
  "POST clock/step": {
    readonly input: {
      /** How far, ms; 0 to 31622400000. */
      readonly ms?: number | string;
      /** Where to, Unix ms. */
      readonly time?: number | string;
    };
    readonly answer: control.ClockView;
  };
  /** End the step of market time under way where it is. Role: operate. */
  "POST clock/stop": {
    readonly input: Nothing;
    readonly answer: control.ClockRunView;
  };
  /** Step frozen market time to the next event. Role: operate. */
  "POST clock/next": {
    readonly input: Nothing;
    readonly answer: control.ClockView;
  };
  /** Run market time at a speed. Role: operate. */
  "POST clock/run": {
    readonly input: {
      /** Milliseconds of market time in one of the host, above 0, at most 1000000. */
      readonly speed: string;
    };
    readonly answer: control.ClockView;
  };
  /** Run market time as fast as the machine. Role: operate. */
  "POST clock/max": {
    readonly input: {
      /** Where time stops and stands, Unix ms; else it runs on. */
      readonly until?: number | string;
      /**
       * How long a client that does not acknowledge must have been quiet, ms of the host; 0 to 60000; 20 if
       * left out.
       */
      readonly think?: number | string;
      /** Time stands while fewer clients than this acknowledge; 0 to 1000; 0 if left out. */
      readonly clients?: number | string;
    };
    readonly answer: control.ClockRunView;
  };
  /** Let market time follow the host's clock. Role: operate. */
  "POST clock/wall": {
    readonly input: Nothing;
    readonly answer: control.ClockView;
  };
  /** Show index and mark prices and their sources. Role: read. */
  "GET prices": {
    readonly input: Nothing;
    readonly answer: control.Prices;
  };
  /** Set index prices, to a value or by a percentage. Role: operate. */
  "POST prices/push": {
    readonly input: {
      /** New prices by symbol or base coin, as decimals, or as moves from the present price: -10%. */
      readonly prices: Readonly<Record<string, string>>;
    };
    readonly answer: control.PricesPushed;
  };
  /** Report prices of several sources, of which the venue makes the index. Role: operate. */
  "POST prices/report": {
    readonly input: {
      /** `{symbol, price, source, weight}`; weight 1 where it is left out; at most 256. */
      readonly prices: readonly {
        /** A contract: its symbol or its base coin. */
        readonly symbol: string;
        /** A decimal. */
        readonly price: string;
        /** A number of the reporter's choice that names the source. */
        readonly source: number | string;
        /** What the source counts, a whole number; 1 if left out. */
        readonly weight?: number | string;
      }[];
    };
    readonly answer: control.PricesReported;
  };
  /** Let a contract's index follow the market's own feed again. Role: operate. */
  "POST prices/follow": {
    readonly input: {
      /** A contract: its symbol or its base coin. */
      readonly symbol: string;
    };
    readonly answer: control.PriceFollowed;
  };
  /** List what moves the market by itself, and whether it is on. Role: read. */
  "GET participants": {
    readonly input: Nothing;
    readonly answer: control.Participants;
  };
  /**
   * Switch on or off what moves the market by itself, until the venue stops or its market starts over. Role:
   * operate.
   */
  "POST participants/switch": {
    readonly input: {
      /** Of `GET /control/participants`: feeds, participants (the house traders), insurance fund. */
      readonly name: string;
      /** false switches it off. */
      readonly on: boolean;
      /** When the house traders are switched off: cancel what they have in the book; false if left out. */
      readonly cancelOrders?: boolean;
    };
    readonly answer: control.ParticipantSwitched;
  };
  /** List the live orders of an account. Role: read. */
  "GET orders": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
    };
    readonly answer: control.LiveOrders;
  };
  /** Show an order of an account, live or ended, with what it traded. Role: read. */
  "GET orders/show": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** Its id, or the client's id. */
      readonly order: string;
    };
    readonly answer: control.OrderView;
  };
  /** Place an order of an account, as if its owner had. Role: operate. */
  "POST orders/place": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** A contract: its symbol or its base coin. */
      readonly symbol: string;
      /** What it does to which leg; `buy` and `sell` are of an account in one-way mode. */
      readonly action: "open-long" | "open-short" | "close-long" | "close-short" | "buy" | "sell";
      /** In the base coin, whole lots. */
      readonly size: string;
      /** Limit price; without it a market order. */
      readonly price?: string;
      /** How long a limit order holds; `gtc` without it. */
      readonly timeInForce?: "gtc" | "post-only" | "fok" | "ioc";
      /** In place of a price: the level of the other side of the book, or of its own, that gives it. */
      readonly priceMatch?: "opponent" | "opponent-5" | "opponent-10" | "opponent-20" | "queue" | "queue-5" | "queue-10" | "queue-20";
      /** When a limit order ends by itself, market time in Unix ms; without it never. */
      readonly goodTill?: number | string;
      /** What happens when it meets own orders; as the account has it without. */
      readonly selfTradePrevention?: "expire-maker" | "expire-taker" | "expire-both" | "decrement" | "none";
      /**
       * Refuse a post-only order that would take and a fill-or-kill that cannot fill, rather than cancel it;
       * false if left out.
       */
      readonly orRefused?: boolean;
      /** Makes it a plan order, which waits until the price reaches this one. */
      readonly triggerPrice?: string;
      /** The price that a plan order watches; `last` without it. */
      readonly triggerOn?: "last" | "mark";
      /** Trigger price of a take-profit for what it opens. */
      readonly takeProfit?: string;
      /** Trigger price of a stop-loss for what it opens. */
      readonly stopLoss?: string;
      /** Position that it closes, in separated mode; without it the oldest first; 0 if left out. */
      readonly position?: number | string;
      /** Own id: at most 40 letters, digits or _ - . : /. */
      readonly clientId?: string;
      /**
       * A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition
       * under the same name does nothing and gets the first answer.
       */
      readonly reference?: string;
    };
    readonly answer: control.OrderView;
  };
  /** Change an order that rests or waits, as if its owner had. Role: operate. */
  "POST orders/amend": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** Its id, or the client's id. */
      readonly order: string;
      /**
       * New limit price; of a waiting order the price at which it executes. Without it the order keeps its
       * own.
       */
      readonly price?: string;
      /** New size of the whole order, what is filled included. */
      readonly size?: string;
      /** New trigger price of an order that waits. */
      readonly triggerPrice?: string;
    };
    readonly answer: control.OrderView;
  };
  /** Cancel any live order. Role: operate. */
  "POST orders/cancel": {
    readonly input: {
      /** Its id. */
      readonly order: number | string;
    };
    readonly answer: control.OrderNamed;
  };
  /** Close positions of an account at market. Role: operate. */
  "POST positions/close": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** Only positions in this contract, by symbol or base coin; all without it. */
      readonly symbol?: string;
      /** Only the position of this id; 0 if left out. */
      readonly position?: number | string;
    };
    readonly answer: control.Closings;
  };
  /**
   * Have the venue do to an order, or to the next ones, what live trading does once a year. Role: operate.
   */
  "POST directives": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** What happens (docs/directives.md). */
      readonly what: "reject" | "delay" | "fill" | "never-fill" | "cancel" | "trigger" | "lose-cancel" | "fill-during-cancel" | "late-presets" | "release";
      /** A live order: its id, or the client's id. Without it, clientId or next. */
      readonly order?: string;
      /** Own id: at most 40 letters, digits or _ - . : /. */
      readonly clientId?: string;
      /** How many of the orders to come; 1 if neither order nor clientId is given. */
      readonly next?: number | string;
      /** Only orders in this contract, by symbol or base coin; a size and a price need one. */
      readonly symbol?: string;
      /** Only orders that do this to which leg. */
      readonly action?: "open-long" | "open-short" | "close-long" | "close-short";
      /** Of fill and fill-during-cancel: what is filled, in the base coin; all without it. */
      readonly size?: string;
      /** Of fill, for an order on its way: at what price; its limit without it, at market the mark. */
      readonly price?: string;
      /**
       * Of delay, late-presets and fill-during-cancel: how long it takes, market time; 0 to 86400000; 0 if
       * left out.
       */
      readonly ms?: number | string;
      /** Of cancel: why the order ends. */
      readonly reason?: "user" | "expired" | "could-not-fill" | "nothing-to-reduce" | "liquidation" | "margin-not-enough" | "system-limit" | "operator" | "internal" | "post-only" | "self-trade" | "other-order-of-the-pair" | "position-closed" | "price-band" | "no-depth" | "countdown" | "price-protection";
      /**
       * Of reject: the code; that of the market's refusals without it; -1000000 to 1000000; 0 if left out.
       */
      readonly code?: number | string;
      /** Of reject: the text; rejected by a directive if left out. */
      readonly text?: string;
    };
    readonly answer: control.DirectiveView;
  };
  /** List the directives that orders have yet to follow. Role: read. */
  "GET directives": {
    readonly input: Nothing;
    readonly answer: control.Directives;
  };
  /** Take a directive back; what it did already stays done. Role: operate. */
  "POST directives/drop": {
    readonly input: {
      /** Its id. */
      readonly directive: number | string;
    };
    readonly answer: control.DirectiveDropped;
  };
  /** List the contests, and where each stands. Role: read. */
  "GET contests": {
    readonly input: Nothing;
    readonly answer: control.Contests;
  };
  /** Show a contest: its rules, its rounds and its teams. Role: read. */
  "GET contests/show": {
    readonly input: {
      /** Its name. */
      readonly contest: string;
    };
    readonly answer: control.ContestView;
  };
  /**
   * Create a contest, with an account for each team and round; they are frozen until it begins. Role: admin.
   */
  "POST contests/create": {
    readonly input: {
      /** The contest's file, as JSON text (docs/contests.md). */
      readonly rules: string;
      /** The teams as CSV text: a line a team, its name and what it is called. */
      readonly teams: string;
    };
    readonly answer: control.ContestView;
  };
  /**
   * Move a moment of a contest that has not come yet, to the next whole minute or another one. Role: admin.
   */
  "POST contests/move": {
    readonly input: {
      /** Its name. */
      readonly contest: string;
      /** Which one. */
      readonly moment: "practice" | "practice-end" | "start" | "end";
      /** A whole minute of market time, Unix ms; without it, the next one. */
      readonly at?: number | string;
    };
    readonly answer: control.ContestView;
  };
  /**
   * Let in and freeze a contest's teams as its times say; the venue does so by itself when one comes. Role:
   * operate.
   */
  "POST contests/advance": {
    readonly input: {
      /** Its name. */
      readonly contest: string;
    };
    readonly answer: control.ContestAdvanced;
  };
  /** Make a key for each team, shown this once, or a link by which each team makes its own. Role: admin. */
  "POST contests/keys": {
    readonly input: {
      /** Its name. */
      readonly contest: string;
      /** Only this team's. */
      readonly team?: string;
      /** Links instead of keys: each works once, until it expires; false if left out. */
      readonly links?: boolean;
      /** How long links work; 1 to 720; 72 if left out. */
      readonly hours?: number | string;
    };
    readonly answer: control.ContestKeys;
  };
  /** List the invitations, and who came by each. Role: read. */
  "GET invitations": {
    readonly input: Nothing;
    readonly answer: control.Invitations;
  };
  /** Create an invitation: with its code, shown this once, users open accounts themselves. Role: admin. */
  "POST invitations/create": {
    readonly input: {
      /** Its name: letters, digits, '-', '_' and '.'. */
      readonly name: string;
      /** How many accounts may be opened with it; 1 to 1000; 1 if left out. */
      readonly uses?: number | string;
      /** How long it works; 1 to 8760; 72 if left out. */
      readonly hours?: number | string;
      /** An amount of USDT, a decimal above 0 with at most 8 places. */
      readonly balance?: string;
      /** What keys may do, of read, spot, futures; default read and futures. */
      readonly permissions?: readonly string[];
      /** Keys that each account may have at a time; 1 to 50; 5 if left out. */
      readonly keys?: number | string;
    };
    readonly answer: control.Invitation;
  };
  /** Revoke an invitation: nobody comes by it any more; who did keeps account and keys. Role: admin. */
  "POST invitations/revoke": {
    readonly input: {
      /** Its name: letters, digits, '-', '_' and '.'. */
      readonly name: string;
    };
    readonly answer: control.InvitationView;
  };
  /** Show where a replay stands, and what its journal holds. Role: read. */
  "GET replay": {
    readonly input: Nothing;
    readonly answer: control.ReplayView;
  };
  /** Play a replay on from where it stands. Role: operate. */
  "POST replay/play": {
    readonly input: {
      /** Milliseconds of market time in one of the host, above 0, at most 1000000, or max; else as before. */
      readonly speed?: string;
    };
    readonly answer: control.ReplayView;
  };
  /** Let a replay stand where it is. Role: operate. */
  "POST replay/pause": {
    readonly input: Nothing;
    readonly answer: control.ReplayView;
  };
  /** Go to another moment of a replay, ahead or back; answers when the market shows it. Role: operate. */
  "POST replay/seek": {
    readonly input: {
      /** The command after which it is shown. */
      readonly seq?: number | string;
      /** The moment, Unix ms of market time. */
      readonly time?: number | string;
    };
    readonly answer: control.ReplayView;
  };
  /** Make a data directory whose market goes on from what a replay shows. Role: admin. */
  "POST replay/branch": {
    readonly input: {
      /** Where to, on the replay's machine; it must be absent or empty. */
      readonly directory: string;
    };
    readonly answer: { readonly data: string; readonly seq: number; readonly time: number; readonly secrets: boolean };
  };
  /** Show the limits in force. Role: read. */
  "GET limits": {
    readonly input: Nothing;
    readonly answer: control.LimitsView;
  };
  /** Put another limit profile in force. Role: operate. */
  "POST limits/use": {
    readonly input: {
      /** seed, published, off, or the name of the profile that the venue started with. */
      readonly profile: string;
    };
    readonly answer: control.LimitsView;
  };
  /** Lift the limits of an account, or restore them. Role: operate. */
  "POST limits/exempt": {
    readonly input: {
      /** An account: its id or its name. */
      readonly account: string;
      /** false restores the limits; true if left out. */
      readonly exempt?: boolean;
    };
    readonly answer: control.LimitsView;
  };
  /** List the faults that are set, and what they have made go wrong so far. Role: read. */
  "GET faults": {
    readonly input: Nothing;
    readonly answer: control.FaultsView;
  };
  /**
   * Make something go wrong between clients and the venue, until it is removed, the market starts over or the
   * venue stops. Role: operate.
   */
  "POST faults/add": {
    readonly input: {
      /** What goes wrong. */
      readonly kind: "rate-limited" | "server-error" | "edge-page" | "maintenance" | "key-inactive" | "account-restricted" | "clock-skew" | "slow" | "cut" | "answer-lost" | "half-closed" | "stale" | "push-dropped" | "push-duplicated" | "push-delayed" | "push-reordered";
      /**
       * Requests: a path, a path and its method, or the typed client's name of an operation, `*` for
       * anything; default all.
       */
      readonly routes?: readonly string[];
      /** Pushes: the name of a channel, `*` for anything; default all. */
      readonly channels?: readonly string[];
      /** Only what these accounts' keys ask and follow, by id or name. */
      readonly accounts?: readonly string[];
      /** Only what these API keys ask and follow. */
      readonly keys?: readonly string[];
      /** Each n-th of them. Default 1: all. */
      readonly every?: number | string;
      /** The n-th of them alone. */
      readonly nth?: number | string;
      /** Each with this probability, a fraction, drawn from `seed`. */
      readonly probability?: string;
      /** What the probability is drawn from; default 1; 0 to 4294967295. */
      readonly seed?: number | string;
      /** At most so many; default no limit. */
      readonly count?: number | string;
      /** Market time from which it acts, Unix ms; 0 if left out. */
      readonly from?: number | string;
      /** Market time before which it acts, Unix ms; 0: for ever; 0 if left out. */
      readonly until?: number | string;
      /**
       * slow: how long an answer takes, host time. push-delayed: market time. clock-skew: how far ahead the
       * clock is; -86400000 to 86400000.
       */
      readonly ms?: number | string;
      /** server-error: 500 (default) or 503. edge-page: 521 (default), 502 or 504. */
      readonly status?: "500" | "502" | "503" | "504" | "521" | 500 | 502 | 503 | 504 | 521;
      /** cut: how much of the body arrives; default half of it; 0 to 1000000. */
      readonly bytes?: number | string;
      /**
       * rate-limited, maintenance: what `Retry-After` says, seconds; 0 leaves it out. Default 1; 0 to 86400.
       */
      readonly retryAfter?: number | string;
    };
    readonly answer: control.FaultView;
  };
  /** Remove a fault, or all of them. Role: operate. */
  "POST faults/remove": {
    readonly input: {
      /** Its number; left out: all of them. */
      readonly fault?: number | string;
    };
    readonly answer: control.FaultsView;
  };
  /** Show the last signature failures, and what was signed over. Role: read. */
  "GET requests/signatures": {
    readonly input: Nothing;
    readonly answer: control.SignatureFailures;
  };
  /** Show the last requests, and why they were refused. Role: read. */
  "GET requests": {
    readonly input: {
      /** Only entries after this id, oldest first; without it the newest. */
      readonly after?: number | string;
      /** Number of entries; 1 to 10000; 100 if left out. */
      readonly limit?: number | string;
      /** An account: its id or its name. */
      readonly account?: string;
      /** Only refused requests. */
      readonly only?: "refused";
    };
    readonly answer: control.RequestsView;
  };
  /** Choose which requests are logged. Role: operate. */
  "POST requests/level": {
    readonly input: {
      /** Which requests. */
      readonly level: "off" | "errors" | "all";
    };
    readonly answer: control.RequestLevelView;
  };
  /**
   * Show what went on, in words: liquidations, deleveraging, funding, gaps, halts, restrictions, operators.
   * Role: read.
   */
  "GET news": {
    readonly input: {
      /** Only what came after this number, oldest first; without it the latest. */
      readonly after?: number | string;
      /** How many; 1 to 1000; 100 if left out. */
      readonly limit?: number | string;
      /** Only of this kind. */
      readonly kind?: "liquidation" | "liquidation-end" | "take-over" | "deleveraging" | "funding" | "index-gap" | "contract" | "restriction" | "fund" | "control";
    };
    readonly answer: control.News;
  };
  /** Show the last commands with the events that each led to. Role: read. */
  "GET journal": {
    readonly input: {
      /** Only commands after this one, oldest first; without it the newest. */
      readonly after?: number | string;
      /** Number of commands; 1 to 1000; 100 if left out. */
      readonly limit?: number | string;
      /** Only commands of this kind; journal/kinds lists them. */
      readonly command?: string;
      /** Only commands that led to an event of this kind; journal/kinds lists them. */
      readonly event?: string;
      /** An account: its id or its name. */
      readonly account?: string;
      /** A contract: its symbol or its base coin. */
      readonly symbol?: string;
      /** Only commands that were refused; false if left out. */
      readonly refused?: boolean;
      /** Leave out prices, time and house traders, where no user was touched; false if left out. */
      readonly users?: boolean;
    };
    readonly answer: control.JournalView;
  };
  /**
   * Show commands out of the journal's files, back from a command or a market time, without their events.
   * Role: read.
   */
  "GET journal/past": {
    readonly input: {
      /** Only commands up to this one; without it and a time the newest. */
      readonly until?: number | string;
      /** Only commands up to this market time, Unix ms. */
      readonly time?: number | string;
      /** Number of commands, the last ones; 1 to 1000; 100 if left out. */
      readonly limit?: number | string;
      /** Only commands of this kind; journal/kinds lists them. */
      readonly command?: string;
      /** An account: its id or its name. */
      readonly account?: string;
      /** A contract: its symbol or its base coin. */
      readonly symbol?: string;
      /** Leave out prices, time and house traders; false if left out. */
      readonly users?: boolean;
    };
    readonly answer: control.JournalPast;
  };
  /**
   * Show a command of the journal with the events that it led to, by executing it again if it is old. Role:
   * read.
   */
  "GET journal/effects": {
    readonly input: {
      /** The command. */
      readonly seq: number | string;
    };
    readonly answer: control.JournalEffects;
  };
  /** List the kinds of commands and of events. Role: read. */
  "GET journal/kinds": {
    readonly input: Nothing;
    readonly answer: control.JournalKinds;
  };
  /** Read what programs uploaded since the venue started, was reset or came to lead. Role: read. */
  "GET uploads": {
    readonly input: {
      /** Only this account's, by id or name. */
      readonly account?: string;
    };
    readonly answer: control.Uploads;
  };
}

/** The operations of control that answer with a file. */
export interface ControlFiles {
  /**
   * Send as a file what accounts did, row by row, as `outcry export` writes it; every amount is exact, every
   * moment market time. Role: read.
   */
  "GET accounts/export": {
    readonly input: {
      /**
       * Orders that have ended, fills, the ledger (bills), equity at whole minutes, or the last 10000
       * requests that were logged.
       */
      readonly what: "orders" | "fills" | "ledger" | "equity" | "requests";
      /** Form of the file; csv if left out. */
      readonly format?: "csv" | "ndjson" | "parquet";
      /** Only of these: ids, names or patterns such as `team-*`, separated by commas; without it of all. */
      readonly accounts?: string;
      /** Only of accounts of this kind. */
      readonly kind?: "user" | "house" | "system" | "paper" | "paper-pool";
      /** From this market time on, Unix ms; for orders, of their end. */
      readonly from?: number | string;
      /** Up to this one, itself included. */
      readonly to?: number | string;
    };
  };
}

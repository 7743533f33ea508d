import { invalidParameter, WireError } from "../../../interface/wire/index.ts";
import { HEDGE, STATUS_NORMAL, STP_EXPIRE_MAKER } from "../../../kernel/core/index.ts";
import type { EnginePort } from "../../../kernel/engine/index.ts";
import { follow } from "../follow.ts";

/** What the gateway knows of an account that has keys. */
export interface KnownAccount {
  readonly account: number;
  status: number;
  /** The account's own limit on placements a minute; 0: none. */
  orderRateLimitPerMinute: number;
  /** HEDGE or ONE_WAY. */
  positionMode: number;
  /** STP_ code. */
  selfTradePrevention: number;
  /**
   * An account is sent a margin call when the margin that it must keep reaches this share of its equity, in
   * percent; 0: it gets none.
   */
  marginCallPercent: number;
  /** Its paper account; 0: there is none yet. */
  paper: number;
  /** False until the first answer about the account has arrived; see {@link Accounts.settled}. */
  known: boolean;
}

/** Accounts as of the last durable frame, each read when its first key is used. */
export class Accounts {
  readonly #engine: EnginePort;
  readonly #states = new Map<number, KnownAccount>();
  readonly #loading = new Map<number, Promise<void>>();
  readonly #stop: () => void;

  constructor(engine: EnginePort) {
    this.#engine = engine;
    this.#stop = follow(engine, {
      accountChanged: ({ account, ...changed }) => {
        const state = this.#states.get(account);
        if (state === undefined) return;
        take(state, changed);
        state.known = true; // an answer still under way is older than this
      },
      paperOpened: ({ account, owner }) => {
        const state = this.#states.get(owner);
        if (state !== undefined) state.paper = account;
      },
    });
  }

  close(): void {
    this.#stop();
  }

  of(account: number): KnownAccount {
    let state = this.#states.get(account);
    if (state === undefined) {
      state = {
        account,
        status: STATUS_NORMAL,
        orderRateLimitPerMinute: 0,
        positionMode: HEDGE,
        selfTradePrevention: STP_EXPIRE_MAKER,
        marginCallPercent: 0,
        paper: 0,
        known: false,
      };
      this.#states.set(account, state);
    }
    return state;
  }

  /** Resolves when the account's settings are known; a failed attempt is repeated by the next caller. */
  settled(state: KnownAccount): Promise<void> {
    let loading = this.#loading.get(state.account);
    if (loading === undefined) {
      loading = this.#load(state).finally(() => this.#loading.delete(state.account));
      this.#loading.set(state.account, loading);
    }
    return loading;
  }

  async #load(state: KnownAccount): Promise<void> {
    const view = await this.#engine.query({ type: "account", account: state.account });
    if (state.paper === 0) state.paper = view?.twin ?? 0;
    if (state.known) return;
    if (view !== undefined) take(state, view);
    state.known = true;
  }
}

type Settings = Omit<KnownAccount, "account" | "paper" | "known">;

function take(state: KnownAccount, settings: Settings): void {
  const { status, orderRateLimitPerMinute, positionMode, selfTradePrevention, marginCallPercent } = settings;
  Object.assign(state, {
    status,
    orderRateLimitPerMinute,
    positionMode,
    selfTradePrevention,
    marginCallPercent,
  } satisfies Settings);
}

/** The command with which an operator lifts a restriction. */
export function liftCommand(account: number): string {
  return `outcry account set ${account} status=normal`;
}

/** The refusal for a restricted account, which says how the restriction is lifted. */
export function accountRestricted(account: number): WireError {
  return new WireError(
    "apiRestricted",
    `API permission disabled: account ${account} is restricted; the operator lifts it with: ${liftCommand(account)}`,
  );
}

/** Refuses a name that an account opened by an operator cannot have. */
export function checkedName(name: string, parameter: string): void {
  if (!/^[\w.-]+$/.test(name)) throw invalidParameter(parameter, "letters, digits, '-', '_' and '.' only");
  if (/^\d+$/.test(name))
    throw invalidParameter(parameter, "digits alone would be taken for an account's id");
}

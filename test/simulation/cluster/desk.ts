import { WireError } from "../../../src/interface/wire/index.ts";
import type { Command } from "../../../src/kernel/core/index.ts";
import {
  ACCOUNT_USER,
  EXTERNAL_ACCOUNT,
  MOVE_DEPOSIT,
  OPEN_LONG,
  OPEN_SHORT,
  PLAIN_ORDER,
} from "../../../src/kernel/core/index.ts";
import type { Engine } from "../../../src/kernel/engine/index.ts";
import { EngineBusyError, LeadLostError, NotLeadingError } from "../../../src/kernel/engine/index.ts";
import type { Response, WholeRequest } from "../../../src/service/gateway/index.ts";
import { btc } from "../../core/contracts.ts";

/** What a client asks of a node. */
export type Ask = Change | { readonly type: "read"; readonly account: number };

/** What changes something. */
type Change =
  /** `hash`: of the signed request; the same bytes have the same. */
  | {
      readonly type: "place";
      readonly account: number;
      readonly clientId: string;
      readonly hash: number;
      readonly side: "buy" | "sell";
      readonly price: number;
      readonly size: number;
    }
  | { readonly type: "cancel"; readonly account: number; readonly clientId: string }
  /** Changes something, and would do so each time. */
  | { readonly type: "deposit"; readonly account: number; readonly quanta: number };

/** What a node says to it. */
export type Answer =
  | { readonly type: "done"; readonly id: number; readonly version: number }
  | { readonly type: "refused"; readonly why: string }
  | {
      readonly type: "orders";
      readonly version: number;
      readonly orders: readonly { readonly order: string; readonly clientId: string }[];
    }
  /** The request did not happen, or (`isUnknown`) nobody knows. */
  | { readonly type: "unavailable"; readonly isUnknown: boolean };

/** Ticks around which everybody trades, and how far from it. */
export const MIDDLE_TICKS = 600_000;
/** What a user's account begins with. */
const BALANCE = 10n ** 15n;

export function userName(user: number): string {
  return `user-${user}`;
}

export function isUser(name: string): boolean {
  return name.startsWith("user-");
}

/**
 * Lists a contract and opens accounts, as far as that is missing: the first leader may die of it. @returns
 * the users' accounts
 */
export async function completeMarket(engine: Engine, users: number): Promise<readonly number[]> {
  const must = async (command: Command): Promise<number> => {
    const { rejection, id } = await engine.submit(command);
    if (rejection !== undefined) throw new Error(JSON.stringify(rejection));
    return id;
  };
  if ((await engine.query({ type: "contracts" })).length === 0) await must(btc);
  await must({ type: "setIndex", prices: [{ contract: 0, points: MIDDLE_TICKS * 100 }] });
  const known = new Map(
    (await engine.query({ type: "accounts" })).map(({ name, account }) => [name, account]),
  );
  const accounts: number[] = [];
  for (let user = 0; user < users; user++) {
    const name = userName(user);
    const account = known.get(name) ?? (await must({ type: "openAccount", kind: ACCOUNT_USER, name }));
    accounts.push(account);
    const assets = await engine.query({ type: "assets", account });
    if (assets !== undefined && assets.wallet > 0n) continue;
    await must({
      type: "moveMoney",
      movement: MOVE_DEPOSIT,
      from: EXTERNAL_ACCOUNT,
      to: account,
      amount: BALANCE,
    });
  }
  return accounts;
}

export function requestOf(ask: Ask): WholeRequest {
  return { method: "POST", url: "/", headers: {}, address: "client", body: Buffer.from(JSON.stringify(ask)) };
}

export function answerIn({ body }: Response): Answer {
  return JSON.parse(body) as Answer;
}

/** What the engine of this node makes of a request, as the gateway's handlers would. Never rejects. */
export async function judge(engine: Engine, { body }: WholeRequest): Promise<Response> {
  const ask = JSON.parse(Buffer.from(body).toString()) as Ask;
  try {
    return said(await answer(engine, ask));
  } catch (error) {
    return said(unavailable(error));
  }
}

export function said(answer: Answer): Response {
  return { status: 200, body: JSON.stringify(answer), version: 0 };
}

/** @throws error where it is none of those that mean that the node cannot say */
export function unavailable(error: unknown): Answer {
  const isNothing =
    error instanceof NotLeadingError || error instanceof EngineBusyError || error instanceof LeadLostError;
  if (error instanceof WireError)
    return { type: "unavailable", isUnknown: error.message.includes("unknown") };
  if (!isNothing && (error as Error).name !== "EngineHaltedError") throw error;
  return { type: "unavailable", isUnknown: !isNothing };
}

async function answer(engine: Engine, ask: Ask): Promise<Answer> {
  if (ask.type === "read") {
    await engine.current();
    const version = engine.durableSeq;
    const { account } = ask;
    const orders = await engine.query({ type: "orders", account, contract: undefined, which: "all" });
    return {
      type: "orders",
      version,
      orders: orders.map(({ order, clientId }) => ({ order: String(order), clientId })),
    };
  }
  const { rejection, id, seq } = await engine.submit(commandOf(ask));
  if (rejection !== undefined) return { type: "refused", why: rejection.type };
  return { type: "done", id, version: seq };
}

function commandOf(ask: Change): Command {
  const { account } = ask;
  switch (ask.type) {
    case "place": {
      const { side, price, size, clientId, hash } = ask;
      const action = side === "buy" ? OPEN_LONG : OPEN_SHORT;
      return { ...PLAIN_ORDER, account, contract: 0, action, price, size, clientId, requestHash: hash };
    }
    case "cancel":
      return { type: "cancelOrder", account, order: 0, plansOnly: false, clientId: ask.clientId };
    case "deposit":
      return {
        type: "moveMoney",
        movement: MOVE_DEPOSIT,
        from: EXTERNAL_ACCOUNT,
        to: account,
        amount: BigInt(ask.quanta),
      };
  }
}

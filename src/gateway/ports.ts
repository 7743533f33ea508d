import type { OrderView, TimeMs } from "../core/index.ts";

/** A page of rows, newest first. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly total: number;
  readonly more: boolean;
}

/** A terminal order. */
export interface OrderRow extends OrderView {
  readonly endedSeq: number;
  readonly ordinal: number;
}

export interface FillRow {
  readonly trade: number;
  readonly order: number;
  readonly account: number;
  readonly contract: number;
  readonly action: number;
  readonly maker: boolean;
  readonly kind: number;
  readonly marginMode: number;
  readonly separatedMode: number;
  readonly position: number;
  readonly price: number;
  readonly size: number;
  readonly value: bigint;
  readonly fee: bigint;
  readonly liquidationFee: bigint;
  readonly realized: bigint;
  readonly time: TimeMs;
  readonly seq: number;
}

export interface BillRow {
  readonly bill: number;
  readonly account: number;
  readonly entry: number;
  readonly contract: number;
  readonly coin: number;
  readonly type: number;
  readonly amount: bigint;
  readonly balance: bigint;
  readonly fee: bigint;
  readonly reason: number;
  readonly time: TimeMs;
  readonly seq: number;
}

interface Span {
  readonly account: number;
  readonly contract?: number;
  readonly from?: TimeMs;
  readonly to?: TimeMs;
  readonly limit: number;
  readonly offset?: number;
  /** The answer includes everything up to this sequence number, or is refused. */
  readonly after: number;
}

/** What private operations read of the history. */
export interface AccountHistory {
  orders(
    query: Span & { readonly family: "normal" | "plan" | "all"; readonly action?: number },
  ): Promise<Page<OrderRow>>;
  order(query: {
    readonly account: number;
    readonly order: number;
    readonly clientId: string;
    readonly after: number;
  }): Promise<OrderRow | undefined>;
  fills(query: Span & { readonly order?: number }): Promise<Page<FillRow>>;
  bills(query: Span & { readonly type?: number; readonly coin?: number }): Promise<Page<BillRow>>;
}

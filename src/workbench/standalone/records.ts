import { checkedFunctions, flag, must, requireArguments, whole } from "../../interface/wire/argument.ts";
import * as core from "../../kernel/core/index.ts";
import { command } from "./messages.ts";

/**
 * Records of commands and events, and the codes in them: the core's own functions, which refuse arguments
 * that are none of theirs.
 */

/** A word-aligned view of records; copies only if the bytes do not start on a word. */
export class RecordView extends core.RecordView {
  constructor(records: Uint8Array) {
    requireArguments("RecordView", { records: words }, [records]);
    super(records);
  }

  override kind(at: number): number {
    this.#require("kind", at);
    return super.kind(at);
  }
  override version(at: number): number {
    this.#require("version", at);
    return super.version(at);
  }
  override leftOut(at: number): number {
    this.#require("leftOut", at);
    return super.leftOut(at);
  }
  override next(at: number): number {
    this.#require("next", at);
    return super.next(at);
  }
  override index(at: number): number {
    this.#require("index", at);
    return super.index(at);
  }

  #require(called: string, at: number): void {
    requireArguments(called, { at: whole(0, this.length - 1) }, [at]);
  }
}

const words = must(
  "a Uint8Array of whole words of 8 bytes",
  (value) => value instanceof Uint8Array && value.length % 8 === 0,
);
export const isView = must("a RecordView", (value) => value instanceof core.RecordView);
const action = whole(core.OPEN_LONG, core.CLOSE_SHORT);
const code = whole(0, Number.MAX_SAFE_INTEGER);
const moved = {
  account: code,
  amount: must("a bigint above 0, in 1e-8", (value) => typeof value === "bigint" && value > 0n),
};
const rejection = must(
  "a refusal of the core, by its type",
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.hasOwn(core.rejections, String((value as { readonly type?: unknown }).type)),
);

export const {
  commandBytes,
  decodeCommands,
  decodeEvents,
  depositOf,
  detailsOf,
  isClosePosition,
  isMarketTrade,
  isOpening,
  isPlan,
  legOf,
  orderAction,
  ownSelfTradeMode,
  presetSource,
  sideOf,
  withdrawalOf,
} = checkedFunctions(
  {
    commandBytes: core.commandBytes,
    decodeCommands: core.decodeCommands,
    decodeEvents: core.decodeEvents,
    depositOf: core.depositOf,
    detailsOf: core.detailsOf,
    isClosePosition: core.isClosePosition,
    isMarketTrade: core.isMarketTrade,
    isOpening: core.isOpening,
    isPlan: core.isPlan,
    legOf: core.legOf,
    orderAction: core.orderAction,
    ownSelfTradeMode: core.ownSelfTradeMode,
    presetSource: core.presetSource,
    sideOf: core.sideOf,
    withdrawalOf: core.withdrawalOf,
  },
  {
    commandBytes: { command },
    decodeCommands: { view: isView },
    decodeEvents: { view: isView },
    depositOf: moved,
    detailsOf: { rejection },
    isClosePosition: { kind: code },
    isMarketTrade: { origin: code },
    isOpening: { action },
    isPlan: { kind: code },
    legOf: { action },
    orderAction: { action: whole(core.OPEN_LONG, core.NET_SELL) },
    ownSelfTradeMode: { prevention: whole(core.STP_EXPIRE_MAKER, core.STP_NONE) },
    presetSource: { presetsOnMark: whole(0, core.PRESETS_ON_MARK), takeProfit: flag },
    sideOf: { action },
    withdrawalOf: moved,
  },
);

/** Version and fewest words of each kind of command, by the kind that its records carry. */
const records = new Map<number, { readonly version: number; readonly words: readonly number[] }>(
  Object.values(core.commandLayouts).map((layout) => [
    layout.kind,
    { version: layout.version, words: core.fixedWords(layout) },
  ]),
);

/** Whether a command's whole record lies at word `at`. */
export function isCommandAt(view: core.RecordView, at: number): boolean {
  if (!Number.isSafeInteger(at) || at < 0 || at >= view.length) return false;
  const record = records.get(view.kind(at));
  const words = view.halves[4 * at + 2]!;
  const fewest = record?.words[view.leftOut(at)] ?? Number.POSITIVE_INFINITY;
  return record?.version === view.version(at) && words >= fewest && at + words <= view.length;
}

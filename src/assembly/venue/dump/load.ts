import { hash } from "node:crypto";
import { join } from "node:path";
import {
  Exchange,
  encode,
  eventLayouts,
  FIRST_USER_ACCOUNT,
  RecordBuffer,
} from "../../../kernel/core/index.ts";
import { formatTag } from "../../../kernel/engine/index.ts";
import { systemClock } from "../../../kernel/host/clock.ts";
import { NodeDisk } from "../../../kernel/host/nodeDisk.ts";
import { systemRng } from "../../../kernel/host/rng.ts";
import { isThere } from "../../../kernel/host/systemErrors.ts";
import { openHistory } from "../../../service/readmodel/index.ts";
import { seedJournal, writeBaseline } from "../baselines.ts";
import { MASTER_KEY_FILE, makeMasterKey } from "../credentials.ts";
import { withDataErrorsAsync } from "../dataErrors.ts";
import { HISTORY_FILE, JOURNAL_DIRECTORY } from "../dataFiles.ts";
import { replaceMarket } from "../replaceMarket.ts";
import { rowsOfOthers } from "./otherBuilds.ts";
import type { ParsedDump } from "./text.ts";
import { DumpError, parseDump } from "./text.ts";

/** A venue that was made from a dump. */
export interface LoadReport {
  readonly data: string;
  /** The last command of the dumped venue; the next number is this venue's first command. */
  readonly seq: number;
  readonly accounts: number;
  readonly orders: number;
  readonly positions: number;
  /** Encrypted keys, which only the dumped venue's master key opens. */
  readonly keys: number;
  /** Fields of settings that this build does not know, which were left: "house.thickness". */
  readonly left: readonly string[];
}

/**
 * Makes a new venue from a dump: its state, audited, becomes the snapshot after which its journal begins, and
 * an empty history begins there too. Earlier orders, fills and bills are not in a dump.
 *
 * @throws DumpError, DataUnusableError, DirectoryInUse; then nothing was left behind
 */
export function load(data: string, lines: Iterable<string>): Promise<LoadReport> {
  return withDataErrorsAsync(data, async () => {
    const left: string[] = [];
    const exchange = audited(parseDump(lines), (field) => left.push(field));
    const made = await replaceMarket(data, { fill: (next) => make(data, next, exchange) });
    return { ...made, left };
  });
}

/**
 * The market that a dump says, audited.
 *
 * @param onLeft called for each field of a setting that was left
 * @throws DumpError: it breaks a rule of the exchange, or another build knew too little or too much
 */
export function audited(dump: ParsedDump, onLeft: (field: string) => void): Exchange {
  try {
    const exchange = Exchange.fromRows(dump.rows, rowsOfOthers(dump, onLeft));
    exchange.audit();
    return exchange;
  } catch (error) {
    if (error instanceof DumpError) throw error;
    const why = error instanceof Error ? error.message : String(error); // whatever fails is a pure function of the text
    throw new DumpError(`the dump is not a venue that this build could run: ${why}`, { cause: error });
  }
}

/** Makes the market in `next`; what is in `data` stays. */
async function make(data: string, next: string, exchange: Exchange): Promise<Omit<LoadReport, "left">> {
  const { seq, time } = exchange;
  const bytes = exchange.snapshot();
  const digest = new Uint8Array(hash("sha256", bytes, "buffer"));
  const journal = join(next, JOURNAL_DIRECTORY);
  await seedJournal(await NodeDisk.open(journal), {
    meta: { seq, time, format: formatTag(), digest, work: 0 },
    bytes,
  });
  const history = join(next, HISTORY_FILE);
  await beginHistory(history, exchange);
  await writeBaseline(next, seq, { snapshots: journal, history });
  const keys = exchange.answer({ type: "keys" }).length;
  const isUnencrypted = keys === 0 && exchange.answer({ type: "venue" }).sealedSeed === "";
  if (isUnencrypted && !isThere(join(data, MASTER_KEY_FILE))) await makeMasterKey(next, systemRng); // nothing was encrypted: any will do
  const { accounts, orders, positions } = exchange.answer({ type: "totals" });
  return { data, seq, accounts, orders, positions, keys };
}

/** A history that has the accounts and contracts, and begins after the state. */
async function beginHistory(path: string, exchange: Exchange): Promise<void> {
  const events = new RecordBuffer();
  for (const contract of exchange.answer({ type: "contracts" }))
    encode(eventLayouts.contractListed, contract, events);
  for (const { account, kind, name } of exchange.answer({ type: "accounts" }))
    if (account >= FIRST_USER_ACCOUNT) encode(eventLayouts.accountOpened, { account, kind, name }, events);
  const history = await openHistory({ path, clock: systemClock });
  try {
    await history.apply({ firstSeq: 1, count: exchange.seq, time: exchange.time, events: events.slice() });
    await history.settle();
  } finally {
    await history.close();
  }
}

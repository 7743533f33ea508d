import { DEFAULT_MARK_RULE } from "../contract/markPrice.ts";
import { decode, RecordView } from "../encoding/layout.ts";
import { eventLayouts } from "../event.ts";
import { nextSettlement } from "../funding/fundingRate.ts";
import { assert } from "../units/units.ts";
import { Rewriter } from "./rewriter.ts";

/*
 * Columns of the tables of state version 1. They are that version's for good, whatever the tables
 * of today have.
 */
const ACCOUNT_COLUMNS = 11;
const ENTRY_COLUMNS = 47;
const HOLDING_COLUMNS = 13;
const POSITION_COLUMNS = 35;
const ORDER_COLUMNS = 41;
const FEE_WORDS = 8;
/** The paper account; agent, rate and time of the referral, fees of ended entries, fees rebated (two words each), and when. */
const NEW_ACCOUNT_COLUMNS = 9;
/** Options of a contract's risk rule in state version 2; 0 is the default of each. */
const RISK_RULE_WORDS = 11;

/**
 * State version 1 → 2: contracts have funding and rules for their mark and for losses, the venue a rule for its fund and a list of liquidations under way.
 *
 * A contract begins with the default rule, no rate, no samples of the period under way and no outside sources; its first
 * settlement is the next after the snapshot's time. Nobody is being liquidated: whose margin is short is found at the
 * first price.
 */
export function toVersion2(snapshot: Uint8Array): Uint8Array {
  const r = new Rewriter(snapshot);
  assert(r.replace(2) === 1, "the snapshot has state version 1");
  r.number(); // seq
  const time = r.number();
  r.skip(3); // next id, next priority, seed
  r.text();
  for (let contracts = r.number(); contracts > 0; contracts--) addFunding(r, time);

  const accounts = r.table(ACCOUNT_COLUMNS);
  r.add(...new Array<number>(accounts * NEW_ACCOUNT_COLUMNS).fill(0)); // nobody trades on paper or was referred
  for (let account = 0; account < accounts; account++) {
    r.text();
    r.skip(FEE_WORDS);
  }
  r.table(ENTRY_COLUMNS);
  for (let holdings = r.table(HOLDING_COLUMNS); holdings > 0; holdings--) {
    if (r.number() === 1) r.skip(FEE_WORDS);
  }
  r.table(POSITION_COLUMNS);
  r.table(ENTRY_COLUMNS);
  const orders = r.table(ORDER_COLUMNS);
  r.add(...new Array<number>(orders).fill(0)); // presets watch the last price
  for (let lists = 0; lists < 4; lists++) r.values(); // priorities, take-profits, stop-losses, siblings
  for (let order = 0; order < orders; order++) r.text();
  r.values(); // triggered
  for (let keys = r.number(); keys > 0; keys--) {
    r.record();
    r.number();
  }
  r.addText("0"); // the fund's floor
  r.addText("0"); // its largest notional
  r.add(0, 0, 0); // liquidations, what paper accounts took, paper flows
  return r.finish();
}

function addFunding(r: Rewriter, time: number): void {
  const terms = decode(eventLayouts.contractListed, new RecordView(r.record()), 0);
  r.skip(5); // status, index, mark, last price, open interest
  r.values(); // samples of the basis
  const { method, window, boundRate } = DEFAULT_MARK_RULE;
  const noSources = 0;
  const rate = 0;
  const samples = 0;
  r.add(
    0,
    method,
    window,
    boundRate,
    ...new Array<number>(RISK_RULE_WORDS).fill(0),
    noSources,
    rate,
    nextSettlement(terms, time),
    samples,
  );
  r.addText("0"); // Σ k · premium
  r.addText("0"); // Σ premium
}

import { BUY, SELL } from "../codes.ts";
import type { HouseRule } from "../messages/event.ts";
import { HOUSE_CROWD, HOUSE_MAKER, HOUSE_TAKER, houseProgressFields } from "../model/houseFields.ts";
import type { AccountId } from "../units/kinds.ts";
import { accountId } from "../units/kinds.ts";
import type { Points, TimeMs } from "../units/units.ts";
import { BookShape } from "./bookShape.ts";
import type { HouseSeed } from "./draws.ts";
import { RestingQuotes } from "./restingQuotes.ts";
import { WantedPrices } from "./wantedPrices.ts";

/**
 * A leveraged account of the crowd, and how large its first position is at most, in whole units of the quote
 * coin.
 */
export interface CrowdMember {
  readonly account: AccountId;
  readonly units: number;
}

/** The fields that an act changes, in the order of its record. */
export const houseProgress = Object.keys(houseProgressFields) as (keyof typeof houseProgressFields)[];

export type HouseProgress = { readonly [K in keyof typeof houseProgressFields]: number };

/** The house in one contract: how it acts, and what it remembers from one act to the next. */
export class ContractHouse {
  readonly rule: HouseRule;
  readonly seed: HouseSeed;
  readonly makers: readonly AccountId[];
  readonly takers: readonly AccountId[];
  readonly crowd: readonly CrowdMember[];
  /** Acts so far: the number that the next one's draws depend on. */
  acts = 0;
  /** When the resting quotes are next compared with the wanted ones, and when the next trade is due. */
  quoteDue: TimeMs = 0;
  tradeDue: TimeMs = 0;
  /** The index that the quotes follow, 0 before the first. */
  index: Points = 0;
  /** The middle between the best prices at which quotes are wanted. */
  centre: Points = 0;
  /** How much the index has moved lately: the average size of a move, in 1e-8 of the index. */
  heat = 0;
  /** The average move of the index with its sign, in 1e-8 of the index: where it has been going. */
  drift = 0;
  /** Takers come in runs of one side: the side of the run under way, and how many trades are left of it. */
  runSide = 0;
  runLeft = 0;

  /** Its index in {@link ContractHouses.all}. Derived. */
  place = 0;
  /**
   * How prices thin out; and by side, the prices at which quotes are wanted, and the quotes that rest.
   * Derived.
   */
  readonly shape: BookShape;
  readonly wantedPrices: readonly [WantedPrices, WantedPrices] = [
    new WantedPrices(BUY),
    new WantedPrices(SELL),
  ];
  readonly resting: readonly [RestingQuotes, RestingQuotes] = [
    new RestingQuotes(BUY),
    new RestingQuotes(SELL),
  ];
  /** The state's `ordersTouched` when {@link resting} last held every quote of the makers; -1 before that. */
  ordersTouched = -1;

  constructor(rule: HouseRule) {
    this.rule = rule;
    this.shape = new BookShape(rule);
    this.seed = [rule.seedA, rule.seedB, rule.seedC, rule.seedD];
    const of = (role: number): CrowdMember[] =>
      rule.accounts
        .filter((each) => each.role === role)
        .map(({ account, units }) => ({ account: accountId(account), units }));
    this.makers = of(HOUSE_MAKER).map(({ account }) => account);
    this.takers = of(HOUSE_TAKER).map(({ account }) => account);
    this.crowd = of(HOUSE_CROWD);
    this.heat = rule.calmRate;
  }

  /** Takes over what an act leaves. Field by field, which is much faster than a loop over their names. */
  remember(progress: HouseProgress): void {
    this.acts = progress.acts;
    this.quoteDue = progress.quoteDue;
    this.tradeDue = progress.tradeDue;
    this.index = progress.index;
    this.centre = progress.centre;
    this.heat = progress.heat;
    this.drift = progress.drift;
    this.runSide = progress.runSide;
    this.runLeft = progress.runLeft;
  }

  get due(): TimeMs {
    return Math.min(this.quoteDue, this.tradeDue);
  }
}

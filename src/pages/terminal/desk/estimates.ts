import type { V2Client } from "../../../interface/client/index.ts";
import { operations } from "../../../interface/client/index.ts";
import { isDecimal } from "../../../interface/wire/decimal.ts";
import type { v2 } from "../../../interface/wire/index.ts";
import { sideOf } from "../account/liveOrder.ts";
import { RequestBudget } from "../account/requestBudget.ts";
import { sentenceOf } from "../format/failure.ts";
import type { Contract } from "../market/contract.ts";
import type { MarketData } from "../market/marketData.ts";
import { Store } from "../state/store.ts";
import type { Draft, DraftOrder } from "./draft.ts";
import { sizeInCoin } from "./draft.ts";
import { marginModeOf, type OrderContext, orderRequest, type Side } from "./orderRequest.ts";

/** Wait after the last change before the venue is asked, ms: a price takes several keys. */
const SETTLED_MS = 350;
/**
 * How often the estimate is renewed while the ticket holds an order and the page is visible, ms: the market
 * moves.
 */
const AGAIN_MS = 10_000;
/** The ticket's share of the account's budget: two changes a second for a while, one a second for long. */
const BUDGET = { backPerS: 10, savedMax: 40 };
const SIDES = ["long", "short"] as const;

/** The venue's estimate of the ticket's order, for each side. */
export interface Estimated {
  readonly long: v2.Estimate | undefined;
  readonly short: v2.Estimate | undefined;
  /** Whether the draft has changed since the answer, or a new answer is under way. */
  readonly isOld: boolean;
  /** Why the venue could not be asked. */
  readonly failure: string | undefined;
}

type Answers = Pick<Estimated, Side>;

/** The context in which the ticket is filled in. */
export interface TicketContext extends OrderContext {
  readonly draft: Draft;
  readonly market: Pick<MarketData, "ticker">;
}

const NOTHING: Estimated = { long: undefined, short: undefined, isOld: false, failure: undefined };

/**
 * Asks the venue for an estimate of the ticket's order before it is sent; the code that admits orders makes
 * it. It is asked for when typing has stopped, when the contract's leverage or margin mode has changed, and
 * now and then while the market moves; answers to outdated requests are dropped.
 */
export class Estimates extends Store<Estimated> {
  readonly #desk: TicketContext;
  readonly #budget: RequestBudget;
  readonly #ends: (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(desk: TicketContext, client: V2Client) {
    super(NOTHING);
    this.#desk = desk;
    this.#budget = new RequestBudget(client, BUDGET);
    const changed = () => this.#changed();
    let carried = this.#carried();
    const look = () => {
      const before = carried;
      carried = this.#carried();
      if (carried !== before) changed();
    };
    this.#ends = [
      desk.draft.subscribe(changed),
      desk.contract.subscribe(changed),
      desk.account.view.onSet(look),
    ];
  }

  close(): void {
    for (const end of this.#ends) end();
    clearTimeout(this.#timer);
    this.#asked++;
  }

  /**
   * The size, in the base coin, that the draft stands for on a side. For an opening order, a share is of the
   * largest size that would be accepted.
   *
   * @returns `undefined` while it is unknown
   */
  sizeOf(draft: DraftOrder, side: Side): string | undefined {
    return this.#sizeOf(draft, side, this.value);
  }

  #sizeOf(draft: DraftOrder, side: Side, answers: Answers): string | undefined {
    const { desk, contract } = this.#parts();
    if (!isPriced(draft)) return undefined;
    const last = desk.market.ticker.value?.lastPrice;
    const price = draft.kind === "market" || draft.price === "" ? last : draft.price;
    const held = desk.account.view.value?.positions.find(
      (leg) => leg.symbol === contract.symbol && sideOf(leg) === side,
    )?.size;
    return sizeInCoin(draft, contract, price, draft.opens ? answers[side]?.largestSize : held);
  }

  #parts(): { readonly desk: TicketContext; readonly contract: Contract } {
    return { desk: this.#desk, contract: this.#desk.contract.value };
  }

  /** Margin mode and leverage of the contract in one text, to tell whether they have changed. */
  #carried(): string {
    const { desk, contract } = this.#parts();
    const { modes, settings } = desk.account.view.value ?? {};
    return JSON.stringify([marginModeOf(modes, contract.symbol), settings?.[contract.symbol]]);
  }

  #changed(): void {
    this.#asked++;
    const draft = this.#desk.draft.value;
    clearTimeout(this.#timer);
    if (!isAsked(draft)) {
      this.set(NOTHING);
      return;
    }
    this.set({ ...this.value, isOld: true });
    this.#timer = setTimeout(() => void this.#ask(), SETTLED_MS);
  }

  async #ask(): Promise<void> {
    const asked = ++this.#asked;
    const { desk, contract } = this.#parts();
    const draft = desk.draft.value;
    if (document.visibilityState !== "hidden") {
      try {
        const isShare = draft.opens && draft.unit === "share";
        // A share is of the largest size, which the estimate for any size contains.
        const largest = isShare ? await this.#askBoth(asked, draft, () => contract.lot) : this.value;
        const answers = await this.#askBoth(
          asked,
          draft,
          (side) => this.#sizeOf(draft, side, largest) ?? (isShare ? contract.lot : undefined),
        );
        if (asked === this.#asked) this.set({ ...answers, isOld: false, failure: undefined });
      } catch (error) {
        if (asked === this.#asked) this.set({ ...NOTHING, failure: sentenceOf(error) });
      }
    }
    if (asked === this.#asked) this.#timer = setTimeout(() => void this.#ask(), AGAIN_MS);
  }

  async #askBoth(
    asked: number,
    draft: DraftOrder,
    sizeOf: (side: Side) => string | undefined,
  ): Promise<Answers> {
    const [long, short] = await Promise.all(
      SIDES.map(async (side) => {
        const size = sizeOf(side);
        if (size === undefined) return undefined;
        await this.#budget.ready();
        if (asked !== this.#asked) return undefined;
        return this.#budget.ask(operations.orders.estimate, orderRequest(this.#desk, draft, side, size));
      }),
    );
    return { long, short };
  }
}

function isPriced(draft: DraftOrder): boolean {
  if (draft.kind === "market") return true;
  if (draft.kind === "limit") return isDecimal(draft.price);
  return isDecimal(draft.trigger) && (draft.price === "" || isDecimal(draft.price));
}

/** Whether there is anything to ask: a trigger order freezes and trades nothing until it fires. */
function isAsked(draft: DraftOrder): boolean {
  return draft.kind !== "trigger" && isPriced(draft) && isDecimal(draft.size);
}

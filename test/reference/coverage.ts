import type { Seen } from "./compare.ts";
import type { Happening, Value } from "./happening.ts";
import { CRASH_CAP } from "./tapes.ts";

/** What a text lists, parted by semicolons, each behind the same beginning. */
function listed(beginning: string) {
  return (text: string): string[] => text.split(";").map((each) => `${beginning} ${each.trim()}`.trim());
}

/**
 * What random tapes of orderly markets must have reached; a counter that stays 0 means the property proves
 * less than it says.
 */
const orderly = [
  ...listed("refused")(`
    unknownAccount; unknownContract; nameTaken; accountFrozen; invalidValue; contractNotTradable;
    sizeTooSmall; sizeTooLarge; clientIdLive; priceAboveBand; priceBelowBand; priceTooFar;
    presetWrongSide; marginModeMismatch; separatedModeMismatch; openOrderLimit; positionMissing;
    unknownPosition; closeTooLarge; tierExceeded; positionLimit; marginInsufficient; triggerAtPrice;
    triggerAlreadyMet; orderNotFound; orderNotPlan; orderNotResting; sizeFilled; nothingToClose;
    leverageOutOfRange; openOrdersExist; positionExists; leverageLowered; tierLeverage;
    positionNotIsolated; marginNotRemovable; balanceInsufficient; unknownMovement; amountNotPositive;
    movementNotAllowed; moneyLimit; indexOutOfRange`),
  ...listed("canceled")(`
    user; could not fill; reduce only; margin not enough; system limit; admin; post only; self trade; oco;
    position closed; price band`),
  ...listed("bill")(`
    deposit; withdraw; transfer_in; transfer_out; margin_move_in; margin_move_out; position_open_long;
    position_open_short; position_close_long; position_close_short; order_fill_fee_income;
    tracking_follow_pay; tracking_system_pre_receive; tracking_follow_back; tracking_trader_income;
    tracking_third_party_share`),
  ...listed("")(`
    filled; fill, maker partly filled; fill, taker partly filled; fill with oneself; rested; resized;
    canceling; queued; triggered with margin; triggered; modified; amended; amended partly filled;
    amended and gone; amended while waiting: plan; amended while waiting: take profit;
    amended while waiting: stop loss; amended while waiting: preset take profit; mirror closed;
    mirror opened; mirror enlarged its last order; mirror takes from before somebody;
    mirror takes a part of each; mirror left out what would meet itself; mirror ended what was stale;
    mirror reported a trade; mirror left out of a trade what was refused;
    mirror left out of a trade what was not there; mirror quoted what was traded unseen; repeated;
    opened shared combined; opened shared separated; opened isolated combined; opened isolated separated;
    closed; release from an open isolated position; rebate; held; presets that wait for the rest;
    presets of a filled order; fee rounded up; canceled partly filled`),
];

/** What random tapes of crashes must have reached. */
const crashes = [
  ...listed("did")("auto append; funding; liquidate; deleverage"),
  ...listed("")(`
    in breach; several in breach at once; healthy again; healthy again after appending margin;
    liquidated although margin was appended; liquidation started, shared; liquidation started, isolated;
    liquidation started, forced; liquidation started below zero; canceled liquidate; netting;
    reduction in the book; reduction by fifth; reduction by minimum; no reduction does; close in the book;
    close in the book, isolated; take-over of a shared position; take-over of an isolated position;
    deleveraging of a shared position; deleveraging of an isolated position;
    several counterparties deleveraged; deleveraged in random order; counterparty's close orders trimmed;
    fund's own position deleveraged; stopped after a fill; liquidation fee, whole;
    liquidation fee, capped; shortfall of a shared entry covered; deficit covered;
    bill order_fix_margin_amount; funding paid by longs; funding paid by shorts;
    funding paid by an isolated position; funding collection capped, isolated;
    funding collection capped, the fund; funding among the legs of an account;
    settled at the end of a contract; funding residual; funding turned; funding skipped;
    funding at the cap; funding of equal weights; bill position_funding; bill order_liquidate_fee_income`),
];

/** What random duels must have reached. */
const duels = [
  ...listed("")(`
    cut opening, isolated; refused opening, isolated; cut closing, shared; cut closing, isolated;
    not counted on; canceled margin not enough; in breach; fill with oneself;
    barred by an order of its group`),
];

const wanted = { markets: orderly, crashes, duels };

/** Counts what tapes reached. */
export class Coverage {
  private readonly counts = new Map<string, number>();

  add(seen: Seen): void {
    const { outcome, happenings } = seen;
    this.count(`did ${seen.command.type}`, outcome === "ok");
    this.count(`refused ${outcome}`, outcome !== "ok");
    for (const happening of happenings) {
      switch (happening.what) {
        case "ended": {
          const filled = happening["state"] === "filled";
          this.count(filled ? "filled" : `canceled ${happening["reason"]}`);
          this.count("canceled partly filled", !filled && happening["filledValue"] !== 0n);
          break;
        }
        case "fill":
          this.count("fill");
          this.count("fill, maker partly filled", happening["makerRemaining"] !== 0);
          this.count("fill, taker partly filled", happening["takerRemaining"] !== 0);
          this.count("rebate", (happening["makerFee"] as bigint) < 0n);
          break;
        case "opened":
          this.count(`opened ${happening["marginMode"]} ${happening["separatedMode"]}`);
          break;
        case "triggered":
          this.count("triggered");
          this.count("triggered with margin", happening["frozen"] !== 0n);
          break;
        case "bill":
          this.count(`bill ${happening["type"]}`);
          this.count(
            "deficit covered",
            happening["type"] === "order_fix_margin_amount" && happening["entry"] !== 0,
          );
          this.count(
            "release from an open isolated position",
            happening["type"] === "margin_move_out" &&
              happening["entry"] !== 0 &&
              happening["balance"] !== 0n,
          );
          break;
        default:
          this.count(happening.what);
      }
    }
    for (const note of new Set(seen.notes)) this.count(note);
    this.countSelfFills(seen);
    this.countLadders(seen);
    this.countFunding(seen);
  }

  /** Each liquidation from its start to its end. */
  private countLadders({ command, happenings }: Seen): void {
    this.count(
      "several in breach at once",
      happenings.filter((each) => each.what === "in breach").length > 1,
    );
    const kinds = new Map<Value, Happening>();
    let ladder: Happening[] = [];
    let appended: Happening | undefined;
    for (const happening of happenings) {
      const { what } = happening;
      if (what === "placed") kinds.set(happening["order"]!, happening);
      if (what === "bill" && happening["type"] === "margin_move_in") appended = happening;
      const isAppended = appended !== undefined && appended["entry"] === happening["position"];
      if (what === "healthy again") this.count("healthy again after appending margin", isAppended);
      if (what === "liquidation started") {
        this.count("liquidated although margin was appended", isAppended && appended!["entry"] !== 0);
        const shared = happening["position"] === 0;
        this.count(`liquidation started, ${shared ? "shared" : "isolated"}`);
        this.count("liquidation started, forced", happening["forced"] === true);
        this.count("liquidation started below zero", (happening["equity"] as bigint) < 0n);
        ladder = [];
        appended = undefined;
      }
      if (what !== "bill" && what !== "placed") if (what !== "in breach") appended = undefined;
      ladder.push(happening);
      if (what === "fill") this.countLadderFill(happening, kinds);
      if (what === "liquidation finished" && ladder[0]?.["position"] === 0) this.countEnd(ladder);
      if (what === "liquidation finished") ladder = [];
    }
    const parts = happenings.filter((each) => each["origin"] === "deleveraging");
    this.count("several counterparties deleveraged", parts.length > 1);
    const last = happenings.findLast((each) => each.what === "ended");
    this.count(
      "deleveraged by command in part",
      command.type === "deleverage" && last?.["reason"] === "could not fill",
    );
    const gave = happenings.some((each) => each["reason"] === "reduce only" || each.what === "resized");
    this.count("counterparty's close orders trimmed", gave && parts.length > 0);
  }

  private countLadderFill(fill: Happening, placed: ReadonlyMap<Value, Happening>): void {
    const taker = placed.get(fill["taker"]!);
    const maker = placed.get(fill["maker"]!);
    const isShared = fill["takerMode"] === "shared";
    switch (fill["origin"]) {
      case "netting":
        this.count("netting");
        return;
      case "take-over":
        this.count(`take-over of ${isShared ? "a shared" : "an isolated"} position`);
        return;
      case "deleveraging":
        this.count(
          `deleveraging of ${isShared ? "a shared" : "an isolated"} position`,
          taker?.["kind"] === "burst",
        );
        this.count("fund's own position deleveraged", maker?.["account"] === 3);
        return;
      default:
    }
    if (taker?.["kind"] !== "offset" && taker?.["kind"] !== "burst") return;
    this.count(taker["kind"] === "offset" ? "reduction in the book" : "close in the book");
    this.count("close in the book, isolated", !isShared);
    const charged = fill["takerLiquidationFee"] as bigint;
    const whole = (fill["value"] as bigint) / 100n;
    this.count(
      `${charged === 0n ? "no " : ""}liquidation fee${charged === 0n ? "" : charged < whole ? ", capped" : ", whole"}`,
    );
  }

  private countEnd(ladder: readonly Happening[]): void {
    const fills = ladder.filter((each) => each.what === "fill");
    this.count(
      "stopped after netting",
      fills.length > 0 && fills.every((each) => each["origin"] === "netting"),
    );
    this.count("stopped after a fill", fills.at(-1)?.["origin"] === "book");
    this.count(
      "shortfall of a shared entry covered",
      ladder.some((each) => each["type"] === "order_fix_margin_amount" && each["account"] !== 3),
    );
  }

  private countFunding({ happenings }: Seen): void {
    const turned = happenings.find((each) => each.what === "turned");
    if (turned === undefined) return;
    this.count("funding turned");
    this.count("funding skipped", turned["skipped"] === true);
    this.count("funding at the cap", Math.abs(turned["rate"] as number) === CRASH_CAP);
    const bills = happenings.filter((each) => each["type"] === "position_funding");
    if (bills.length === 0) return;
    this.count(`funding paid by ${(turned["settledRate"] as number) > 0 ? "longs" : "shorts"}`);
    this.count(
      "funding paid by an isolated position",
      bills.some((each) => each["entry"] !== 0),
    );
    this.count(
      "funding residual",
      bills.some((each) => each["account"] === 3),
    );
  }

  /** Two open and close bills of one account next to each other in one trade. */
  private countSelfFills({ happenings }: Seen): void {
    for (const [i, happening] of happenings.entries()) {
      if (happening.what !== "fill") continue;
      const bills = happenings
        .slice(i + 1, i + 5)
        .filter((each) => String(each["type"]).startsWith("position_"));
      this.count("fill with oneself", bills.length >= 2 && bills[0]!["account"] === bills[1]!["account"]);
    }
  }

  /** What should have been reached and was not. */
  missing(kind: keyof typeof wanted): string[] {
    return wanted[kind].filter((each) => !this.counts.has(each));
  }

  names(): readonly string[] {
    return [...this.counts.keys()];
  }

  clear(): void {
    this.counts.clear();
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  text(): string {
    return [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => `${String(count).padStart(9)} ${name}`)
      .join("\n");
  }

  private count(name: string, when = true): void {
    if (when) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}

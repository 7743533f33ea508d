import type { Seen } from "./compare.ts";

/** What random tapes must have reached; a counter that stays 0 means the property proves less than it says. */
const required = [
  ...[
    "unknownAccount",
    "unknownContract",
    "nameTaken",
    "accountFrozen",
    "invalidValue",
    "contractNotTradable",
    "sizeTooSmall",
    "sizeTooLarge",
    "clientIdLive",
    "priceAboveBand",
    "priceBelowBand",
    "priceTooFar",
    "presetWrongSide",
    "marginModeMismatch",
    "separatedModeMismatch",
    "openOrderLimit",
    "positionMissing",
    "unknownPosition",
    "closeTooLarge",
    "tierExceeded",
    "positionLimit",
    "marginInsufficient",
    "triggerAtPrice",
    "triggerAlreadyMet",
    "orderNotFound",
    "orderNotPlan",
    "nothingToClose",
    "leverageOutOfRange",
    "leverageSidesDiffer",
    "openOrdersExist",
    "positionExists",
    "leverageLowered",
    "tierLeverage",
    "positionNotIsolated",
    "marginNotRemovable",
    "balanceInsufficient",
    "unknownMovement",
    "amountNotPositive",
    "movementNotAllowed",
    "indexOutOfRange",
  ].map((each) => `refused ${each}`),
  ...[
    "user",
    "could not fill",
    "reduce only",
    "margin not enough",
    "system limit",
    "admin",
    "post only",
    "self trade",
    "oco",
    "position closed",
    "price band",
  ].map((each) => `canceled ${each}`),
  "filled",
  "fill, maker partly filled",
  "fill, taker partly filled",
  "fill with oneself",
  "rested",
  "resized",
  "canceling",
  "queued",
  "triggered with margin",
  "triggered",
  "modified",
  "repeated",
  "opened shared combined",
  "opened shared separated",
  "opened isolated combined",
  "opened isolated separated",
  "closed",
  "release from an open isolated position",
  "deficit covered",
  "rebate",
  "canceled partly filled",
  ...[
    "deposit",
    "withdraw",
    "transfer_in",
    "transfer_out",
    "margin_move_in",
    "margin_move_out",
    "position_open_long",
    "position_open_short",
    "position_close_long",
    "position_close_short",
    "order_fill_fee_income",
    "order_fix_margin_amount",
    "tracking_follow_pay",
    "tracking_system_pre_receive",
    "tracking_follow_back",
    "tracking_trader_income",
    "tracking_third_party_share",
  ].map((each) => `bill ${each}`),
];

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
    this.countSelfFills(seen);
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
  missing(): string[] {
    return required.filter((each) => !this.counts.has(each));
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

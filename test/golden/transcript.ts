import { expect } from "vitest";
import { ReferenceExchange } from "../reference/exchange.ts";
import type { Happening } from "../reference/happening.ts";
import { line, money } from "../reference/happening.ts";
import { ObservedExchange } from "../reference/observed.ts";
import type { AccountSettings, Action, Specification, Status, TapeCommand } from "../reference/tape.ts";
import { DEFAULT_SETTINGS, EXTERNAL } from "../reference/tape.ts";
import { contracts, setLeverage } from "../reference/tapes.ts";
import { signOf } from "../reference/venue.ts";

/**
 * Runs a script of one command a line and returns it with what each command caused, indented. The core
 * executes it and the reference exchange beside it; they must agree, so a transcript shows both.
 *
 * ```
 * index 60000                                   the index of the contract
 * deposit alice 10000
 * alice isolated 10x                            mode and leverage; shared, isolated, separated, combined
 * alice buy 0.5 @ 60000                         or sell: a side, of a one-way account
 * alice open long 0.5 @ 60000 post-only         or @ market; tp/sl PRICE, id NAME, pos N, capped
 * alice plan open long 0.1 @ market when last 61000
 * alice tp long 0 @ market when mark 61000      size 0: the whole position; tied: it ends with it; protected
 * alice trail sell 0.1 by 0.01 on mark          a side; from PRICE: where it becomes active
 * alice countdown normal 10000                  plan, all; ms
 * alice cancel 3 · alice close all · alice margin 1 +100 · alice liquidate · alice deleverage long 0.5
 * alice set selfTrade none · alice set orderDelayMs 100
 * wait 1000 · show alice · show market
 * ```
 */
export function transcript(script: string, terms: Partial<Specification> = {}): string {
  const run = new Run(terms);
  const lines = script
    .split("\n")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return `${lines.map((each) => [each, ...run.line(each).map((said) => `  ${said}`)].join("\n")).join("\n")}\n`;
}

const START = 1_767_225_600_000;
const TICKS = 10;
const LOTS = 10_000;

class Run {
  private readonly reference = new ReferenceExchange();
  private readonly core = new ObservedExchange();
  private readonly names = new Map<string, number>();
  private readonly settings = new Map<number, AccountSettings>();
  private time = START;

  constructor(terms: Partial<Specification>) {
    const base = contracts[0]!.specification;
    this.execute({ type: "list", specification: { ...base, openOrdersMax: 200, ...terms } });
  }

  /** Executes one line and returns what it caused. */
  line(text: string): string[] {
    const words = text.split(/\s+/);
    const [first = "", second = "", third = ""] = words;
    if (first.startsWith("#")) return [];
    if (first === "show") return second === "market" ? this.market() : this.account(this.user(second));
    if (first === "wait") {
      this.time += Number(second);
      return this.execute({ type: "time" });
    }
    if (first === "index") {
      return this.execute({
        type: "index",
        prices: [{ contract: 0, points: Math.round(Number(second) * TICKS * 100) }],
      });
    }
    if (first === "status")
      return this.execute({ type: "status", contract: 0, status: second as Exclude<Status, "delisted"> });
    if (first === "proceed") return this.execute({ type: "proceed" });
    if (first === "admin") return this.execute({ type: "admin cancel", order: Number(third) });
    if (first === "deposit" || first === "withdraw") {
      const user = this.user(second);
      const [from, to] = first === "deposit" ? [EXTERNAL, user] : [user, EXTERNAL];
      return this.execute({ type: "move", movement: first, from, to, amount: quanta(third) });
    }
    return this.execute(this.command(this.user(first), words.slice(1)));
  }

  private command(account: number, words: readonly string[]): TapeCommand {
    const [verb = "", second = "", third = ""] = words;
    const at = { account, contract: 0 };
    switch (verb) {
      case "cancel":
        return second === "all"
          ? { type: "cancel all", account, which: "all" }
          : { type: "cancel", account, order: Number(second) };
      case "liquidate":
        return { type: "liquidate", account, position: 0 };
      case "deleverage":
        return { type: "deleverage", ...at, leg: second as "long", size: lots(third) };
      case "buy":
      case "sell": {
        const action = verb === "buy" ? "open long" : "open short";
        return { type: "place", ...at, action, net: true, size: lots(second), ...price(words) };
      }
      case "margin":
        return { type: "margin", account, position: Number(second), amount: quanta(third) };
      case "modify":
        return { type: "modify", account, order: Number(second), ...this.trigger(words), ...price(words) };
      case "shared":
      case "isolated": {
        const separatedMode = words.includes("separated") ? "separated" : "combined";
        if (!second.endsWith("x")) return { type: "mode", ...at, marginMode: verb, separatedMode };
        const leverage = Number(second.slice(0, -1)) * 100;
        return setLeverage(account, verb, leverage, at.contract);
      }
      case "set": {
        const text = words.slice(2).join(" ");
        const value = /^\d+$/.test(text) ? Number(text) : text === "true" ? true : text;
        const settings = { ...(this.settings.get(account) ?? DEFAULT_SETTINGS), [second]: value };
        this.settings.set(account, settings);
        return { type: "settings", account, settings };
      }
      case "close":
        if (second === "all") return { type: "close all", account };
        break;
      case "tp":
      case "sl":
        return {
          type: "tpsl",
          ...at,
          leg: second as "long",
          takeProfit: verb === "tp",
          size: lots(third),
          ...price(words),
          ...this.trigger(words),
          ...position(words),
          endsWithLeg: words.includes("tied"),
          priceProtect: words.includes("protected"),
        };
      case "trail": {
        const said = (name: string) => words[words.indexOf(name) + 1]!;
        return {
          type: "trailing",
          ...at,
          action: second === "buy" ? "open long" : "open short",
          net: true,
          size: lots(third),
          callbackRate: Math.round(Number(said("by")) * 100_000_000),
          activation: words.includes("from") ? ticks(said("from")) : 0,
          source: said("on") as "last",
          priceProtect: words.includes("protected"),
        };
      }
      case "countdown":
        return { type: "countdown", ...at, which: second as "all", afterMs: Number(third) };
      case "plan":
        return {
          type: "plan",
          ...at,
          action: `${second} ${third}` as Action,
          size: lots(words[3]!),
          ...price(words),
          ...this.trigger(words),
        };
      default:
    }
    const after = (name: string): string | undefined => words[words.indexOf(name) + 1] ?? undefined;
    const option = (name: string, field: string): object =>
      words.includes(name) ? { [field]: ticks(after(name)!) } : {};
    const timeInForce = (["ioc", "fok", "post-only"] as const).find((each) => words.includes(each));
    return {
      type: "place",
      ...at,
      action: `${verb} ${second}` as Action,
      size: lots(third),
      ...price(words),
      ...(timeInForce === undefined ? {} : { timeInForce }),
      ...option("tp", "takeProfit"),
      ...option("sl", "stopLoss"),
      ...(words.includes("id") ? { clientId: after("id")! } : {}),
      ...(words.includes("capped") ? { capped: true } : {}),
      ...position(words),
    };
  }

  private trigger(words: readonly string[]): { trigger: number; source: "last" | "mark" } {
    const when = words.indexOf("when");
    return { source: words[when + 1] as "last", trigger: ticks(words[when + 2]!) };
  }

  private user(name: string): number {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    this.execute({ type: "account", name });
    const id = 3 + this.names.size + 1;
    this.names.set(name, id);
    return id;
  }

  private execute(command: TapeCommand): string[] {
    const outcome = this.core.execute(this.time, command);
    expect(outcome).toBe(this.reference.execute(this.time, command));
    expect(this.core.happenings.map(line)).toEqual(this.reference.happenings.map(line));
    expect(this.core.stateRecords().map(line)).toEqual(this.reference.stateRecords().map(line));
    this.core.exchange.audit();
    const said = this.core.happenings.map((each) => this.told(each));
    return outcome === "ok" ? said : [...said, `refused: ${outcome}`];
  }

  private nameOf(account: unknown): string {
    for (const [name, id] of this.names) if (id === account) return name;
    return ["", "external", "fees", "insurance"][Number(account)]!;
  }

  private told(happening: Happening): string {
    const h = happening as unknown as Readonly<Record<string, never>>;
    const size = (field: string): string => decimal(h[field]!, LOTS);
    switch (happening.what) {
      case "placed": {
        const at = h["market"] ? "market" : h["price"] === 0 ? "none" : decimal(h["price"]!, TICKS);
        const kind = happening["kind"] === "normal" ? "" : ` (${h["kind"]})`;
        const frozen = h["frozen"] === 0n ? "" : `, freezes ${money(h["frozen"]!)}`;
        const trigger = h["trigger"] === 0 ? "" : `, trigger ${decimal(h["trigger"]!, TICKS)}`;
        return `order ${h["order"]}${kind}: ${h["action"]} ${size("size")} @ ${at} ${h["timeInForce"]}, ${h["state"]}${frozen}${trigger}`;
      }
      case "fill":
        return (
          `fill ${size("size")} @ ${decimal(h["price"]!, TICKS)} value ${money(h["value"]!)}: ` +
          `maker ${h["maker"]} fee ${money(h["makerFee"]!)} realized ${money(h["makerRealized"]!)}, ` +
          `taker ${h["taker"]} fee ${money(h["takerFee"]!)} realized ${money(h["takerRealized"]!)}`
        );
      case "went through zero":
        return `order ${h["order"]} opens ${size("size")} with the rest, position ${h["position"]}, fee ${money(h["fee"]!)}`;
      case "bill": {
        const entry = h["entry"] === 0 ? "" : ` position ${h["entry"]}`;
        const fee = h["fee"] === 0n ? "" : ` (fee ${money(h["fee"]!)})`;
        return `bill ${this.nameOf(h["account"])}${entry} ${h["type"]} ${money(h["amount"]!)} → ${money(h["balance"]!)}${fee}`;
      }
      case "rested":
        return `order ${h["order"]} rests ${size("remaining")} @ ${decimal(h["price"]!, TICKS)}`;
      case "resized":
        return `order ${h["order"]} has size ${size("size")}, ${size("remaining")} left`;
      case "ended": {
        const reason = happening["reason"] === "" ? "" : `: ${h["reason"]}`;
        return `order ${h["order"]} ${h["state"]}${reason}, ${size("remaining")} left`;
      }
      case "triggered":
        return `order ${h["order"]} triggers: ${size("size")} @ ${decimal(h["price"]!, TICKS)}`;
      case "activated":
        return `order ${h["order"]} active at ${decimal(Number(h["points"]!), TICKS * 100)}`;
      case "queued":
        return `order ${h["order"]} trigger met`;
      case "canceling":
        return `order ${h["order"]} canceling`;
      case "opened":
        return `position ${h["position"]} opened: ${this.nameOf(h["account"])} ${h["leg"]} ${h["marginMode"]} ${h["separatedMode"]}`;
      case "closed":
        return `position ${h["position"]} closed`;
      default:
        return line(happening);
    }
  }

  private market(): string[] {
    const { venue } = this.reference;
    const contract = venue.contract(0);
    const side = (name: "buy" | "sell"): string =>
      venue
        .book(0, name)
        .map((each) => `${decimal(each.remaining, LOTS)} @ ${decimal(each.price, TICKS)} (${each.id})`)
        .join(", ");
    return [
      `mark ${decimal(Number(contract.markPoints), TICKS * 100)}, last ${decimal(contract.lastPrice, TICKS)}`,
      `bids ${side("buy")}`,
      `asks ${side("sell")}`,
    ];
  }

  private account(id: number): string[] {
    const { venue } = this.reference;
    const { entry } = venue.account(id);
    const said = [
      `amount ${money(entry.amount)}, wallet ${money(venue.wallet(id))}, equity ${money(venue.equity(id))}`,
      `position margin ${money(venue.positionMargin(id))}, frozen ${money(venue.frozen(id))}, ` +
        `available ${money(venue.available(id))}, withdrawable ${money(venue.withdrawable(id))}`,
    ];
    for (const position of venue.positions.filter((each) => each.account === id)) {
      const unrealized = signOf(position) * (venue.valueAtMark(position) - position.openValue);
      const own =
        position.entry.position === 0
          ? ""
          : `, entry ${money(position.entry.amount)}, wallet ${money(venue.isolatedWallet(position))}`;
      said.push(
        `position ${position.id} ${position.leg} ${decimal(position.size, LOTS)}: open value ${money(position.openValue)}, ` +
          `open fee ${money(position.openFee)}, unrealized ${money(unrealized)}${own}`,
      );
    }
    return said;
  }
}

function price(words: readonly string[]): { price?: number } {
  const at = words[words.indexOf("@") + 1];
  return words.includes("@") && at !== "market" ? { price: ticks(at!) } : {};
}
function position(words: readonly string[]): { position?: number } {
  return words.includes("pos") ? { position: Number(words[words.indexOf("pos") + 1]) } : {};
}
function ticks(text: string): number {
  return Math.round(Number(text) * TICKS);
}
function lots(text: string): number {
  return Math.round(Number(text) * LOTS);
}
function quanta(text: string): bigint {
  return BigInt(Math.round(Number(text) * 100_000_000));
}
function decimal(units: number, per: number): string {
  return String(units / per);
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, placeOrder } from "../../../../../test/core/driver.ts";
import {
  EXTERNAL_ACCOUNT,
  GTC,
  MOVE_DEPOSIT,
  OPEN_LONG,
  ROLE_ADMIN,
  ROLE_READ,
  SHARED,
} from "../../data/codes.ts";
import { commandLayouts } from "../../data/messages/command.ts";
import { State } from "../../data/state/state.ts";
import { REFERENCE_CHARACTERS_MAX, REFERENCES_MAX, References } from "../../data/tables/references.ts";
import { Exchange } from "../../exchange/exchange.ts";
import { writeSnapshot } from "../../exchange/snapshot.ts";
import type { ActedCommand } from "./operators.ts";
import { actedCommand, actOf, refusedAct, termsOf } from "./operators.ts";

const UNIT = 100_000_000n;
const said = (reference = "", given = "{}") => ({
  operator: "alice",
  action: "money/deposit",
  given,
  reference,
});
const deposit = (to: number, units: bigint): ActedCommand => ({
  type: "moveMoney",
  movement: MOVE_DEPOSIT,
  from: EXTERNAL_ACCOUNT,
  to,
  amount: units * UNIT,
});

function walletOf(venue: Driver, account: number): bigint {
  return venue.ask({ type: "assets", account })!.wallet / UNIT;
}

/** A venue whose events are folded beside it, so that each test also holds that they say everything. */
function venueWith(name: string): { readonly venue: Driver; readonly account: number } {
  const venue = new Driver([btc], new State());
  return { venue, account: venue.user(name) };
}

describe("an act", () => {
  it("does what its command does, makes its ids, and is told with its operator", () => {
    const { venue, account } = venueWith("a");
    const act = actOf(said(), deposit(account, 5n));
    expect(venue.accept(act).id).toBeGreaterThan(0);
    expect(walletOf(venue, account)).toBe(5n);
    expect(actedCommand(act)).toEqual(deposit(account, 5n));
    expect(act.operator).toBe("alice");
  });

  it("places orders, too, which are read from their records", () => {
    const { venue, account } = venueWith("a");
    venue.index(60_000_000);
    venue.deposit(account, 1_000);
    const order = placeOrder({ account, action: OPEN_LONG, price: 590_000, size: 10, timeInForce: GTC });
    const { id } = venue.accept(actOf(said(), order as ActedCommand));
    expect(venue.ask({ type: "order", account, order: id, clientId: "" })).toMatchObject({ size: 10 });
    const tooMuch = { ...order, size: 1_000_000 } as ActedCommand;
    expect(venue.refuse(actOf(said(), tooMuch)).type).toBe("marginInsufficient");
  });

  it("without a command changes nothing", () => {
    const { venue } = venueWith("a");
    const before = venue.exchange.snapshot();
    expect(venue.accept(actOf(said("r"), undefined)).events).toEqual([]);
    expect(venue.exchange.snapshot().length).toBe(before.length);
    expect(venue.ask({ type: "reference", reference: "r" })).toBeUndefined();
  });

  it("that control refused changes nothing, and its reference is free", () => {
    const { venue, account } = venueWith("a");
    const before = venue.exchange.snapshot();
    expect(venue.accept(refusedAct(said("r"), "no such account")).events).toEqual([]);
    expect(venue.exchange.snapshot().length).toBe(before.length);
    venue.accept(actOf(said("r"), deposit(account, 5n)));
    expect(walletOf(venue, account)).toBe(5n);
  });

  it("is refused as its command is: by kind, account and rule", () => {
    const { venue, account } = venueWith("a");
    const withdrawal = { ...deposit(EXTERNAL_ACCOUNT, 1n), movement: 2, from: account } as ActedCommand;
    const { events, rejection } = venue.execute(actOf(said(), withdrawal));
    expect(rejection?.type).toBe("balanceInsufficient");
    expect(events).toMatchObject([{ type: "commandRejected", command: commandLayouts.moveMoney.kind }]);
    const leverage = {
      account,
      contract: 0,
      marginMode: SHARED,
      switches: false,
      ordersFollow: false,
      cross: 1,
    };
    const refused = venue.execute(
      actOf(said(), { type: "setLeverage", ...leverage, isolatedLong: 0, isolatedShort: 0 }),
    );
    expect(refused.events).toMatchObject([{ account, command: commandLayouts.setLeverage.kind }]);
  });

  it("holds no other act", () => {
    const { venue, account } = venueWith("a");
    const inner = actOf(said(), deposit(account, 1n));
    expect(venue.refuse(actOf(said(), inner as unknown as ActedCommand)).type).toBe("invalidValue");
    expect(walletOf(venue, account)).toBe(0n);
  });
});

describe("a reference", () => {
  it("lets a step be taken once, and says what it made", () => {
    const { venue, account } = venueWith("a");
    const act = actOf(said("r"), deposit(account, 5n));
    const { id } = venue.accept(act);
    expect(venue.refuse(act)).toEqual({ type: "referenceUsed", id });
    expect(walletOf(venue, account)).toBe(5n);
    // another step of the same action is another matter
    const open: ActedCommand = { type: "openAccount", kind: 0, name: "b" };
    expect(venue.accept(actOf(said("r"), open)).id).toBe(account + 1);
    expect(venue.refuse(actOf(said("r"), open))).toEqual({ type: "referenceUsed", id: account + 1 });
  });

  it("is not used by what was refused", () => {
    const { venue, account } = venueWith("a");
    const none = { ...deposit(account, 0n) };
    expect(venue.refuse(actOf(said("r"), none)).type).toBe("amountNotPositive");
    expect(venue.ask({ type: "reference", reference: "r" })).toBeUndefined();
    venue.accept(actOf(said("r"), deposit(account, 2n)));
    expect(walletOf(venue, account)).toBe(2n);
  });

  it("takes no more steps once its answer is kept, and keeps the first", () => {
    const { venue, account } = venueWith("a");
    venue.accept(actOf(said("r"), deposit(account, 5n)));
    const terms = termsOf(said("r"));
    venue.accept({ type: "keepAnswer", reference: "r", terms, answer: "one" });
    expect(venue.refuse(actOf(said("r"), deposit(account, 5n)))).toEqual({ type: "referenceUsed", id: 0 });
    expect(venue.refuse({ type: "keepAnswer", reference: "r", terms, answer: "two" }).type).toBe(
      "referenceUsed",
    );
    expect(venue.ask({ type: "reference", reference: "r" })).toEqual({ terms, steps: [], answer: "one" });
    expect(walletOf(venue, account)).toBe(5n);
  });

  it("is in the snapshot and in a dump, half done or done", () => {
    const { venue, account } = venueWith("a");
    venue.accept(actOf(said("done"), deposit(account, 5n)));
    venue.accept({ type: "keepAnswer", reference: "done", terms: "t", answer: "{}" });
    venue.accept(actOf(said("half"), deposit(account, 5n)));
    for (const again of [
      Exchange.restore(venue.exchange.snapshot()),
      Exchange.fromRows(venue.exchange.rows()),
    ]) {
      expect(again.snapshot()).toEqual(venue.exchange.snapshot());
      for (const reference of ["done", "half"])
        expect(again.answer({ type: "reference", reference })).toEqual(
          venue.ask({ type: "reference", reference }),
        );
    }
    expect(writeSnapshot(venue.folded!)).toEqual(venue.exchange.snapshot());
  });
});

describe("how many references are remembered", () => {
  const answer = (length: number) => ({ terms: "", answer: "x".repeat(length) });

  it("the newest, by number", () => {
    const references = new References();
    for (let i = 0; i < REFERENCES_MAX + 3; i++) references.keep({ reference: `r${i}`, ...answer(1) });
    expect(references.size).toBe(REFERENCES_MAX);
    expect([references.find("r2"), references.find("r3")]).toEqual([undefined, expect.anything()]);
  });

  it("an older one that grows takes the place of others, and stays", () => {
    const references = new References();
    const quarter = REFERENCE_CHARACTERS_MAX / 4;
    for (const [reference, quarters] of [
      ["old", 1],
      ["new", 1],
      ["old", 3.5],
    ] as const)
      references.keep({ reference, ...answer(quarters * quarter) });
    expect([...references.entries].map(([name]) => name)).toEqual(["old"]);
  });

  it("the newest, by length; whatever is put in, what was put in last is there, and a snapshot of it is the same", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(4)), { maxLength: 30 }), (puts) => {
        const references = new References();
        for (const [i, quarters] of puts) {
          references.keep({ reference: `r${i}`, ...answer((quarters * REFERENCE_CHARACTERS_MAX) / 4) });
          expect(references.find(`r${i}`)).toBeDefined();
          const sum = [...references.entries].reduce(
            (all, [name, { answer }]) => all + name.length + answer.length,
            0,
          );
          expect(references.size === 1 || sum <= REFERENCE_CHARACTERS_MAX).toBe(true);
          expect(references.characters).toBe(sum);
        }
        const again = new References();
        for (const [reference, action] of references.entries) again.set(reference, action);
        expect([...again.entries].map(([name]) => name)).toEqual(
          [...references.entries].map(([name]) => name),
        );
      }),
      { numRuns: 20 },
    );
  });
});

describe("operators", () => {
  it("are added, rotated and removed under a name, and say since when", () => {
    const { venue } = venueWith("a");
    venue.accept({ type: "addOperator", name: "alice", role: ROLE_READ, tokenHash: "aa" });
    const at = venue.time;
    venue.wait(1_000);
    venue.accept({ type: "rotateOperator", name: "alice", tokenHash: "bb" });
    expect(venue.ask({ type: "operators" })).toEqual([
      { name: "alice", role: ROLE_READ, tokenHash: "bb", addedTime: at, tokenTime: at + 1_000 },
    ]);
    expect(Exchange.restore(venue.exchange.snapshot()).answer({ type: "operators" })).toEqual(
      venue.ask({ type: "operators" }),
    );
    venue.accept({ type: "removeOperator", name: "alice" });
    expect(venue.ask({ type: "operators" })).toEqual([]);
  });

  it.each<[string, ActedCommand, string]>([
    ["a name that is taken", { type: "addOperator", name: "x", role: 0, tokenHash: "" }, "operatorTaken"],
    ["no name", { type: "addOperator", name: "", role: 0, tokenHash: "" }, "invalidValue"],
    ["no role", { type: "addOperator", name: "y", role: ROLE_ADMIN + 1, tokenHash: "" }, "invalidValue"],
    ["nobody's token", { type: "rotateOperator", name: "y", tokenHash: "" }, "unknownOperator"],
    ["nobody", { type: "removeOperator", name: "y" }, "unknownOperator"],
  ])("%s is refused", (_what, command, why) => {
    const { venue } = venueWith("a");
    venue.accept({ type: "addOperator", name: "x", role: ROLE_ADMIN, tokenHash: "" });
    expect(venue.refuse(command).type).toBe(why);
  });

  it("are a hundred at most", () => {
    const { venue } = venueWith("a");
    const add = (i: number) =>
      ({ type: "addOperator", name: `o${i}`, role: ROLE_READ, tokenHash: "" }) as const;
    for (let i = 0; i < 100; i++) venue.accept(add(i));
    expect(venue.refuse(add(100))).toEqual({ type: "venueFull", limit: 100 });
  });
});

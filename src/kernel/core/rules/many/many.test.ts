import { expect, it } from "vitest";
import { Driver } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  CHANGE_KEYS,
  CHANGE_MONEY,
  CHANGE_RESET,
  CHANGE_STATUS,
  EXTERNAL_ACCOUNT,
  MOVE_WITHDRAW,
  NOTICE_CHARACTERS_MAX,
  NOTICES_MAX,
  OPEN_LONG,
  OPEN_SHORT,
  PERMIT_READ,
  STATUS_FROZEN,
  STATUS_NORMAL,
} from "../../data/codes.ts";
import type { UncheckedCommand } from "../../data/messages/command.ts";
import { LATENCY_TO_BOOK } from "../../data/model/latencyFields.ts";
import { MONEY_UNITS_MAX } from "../ledger/bounds.ts";

const PRICE = 600_000;
const money = (units: number) => BigInt(units) * 100_000_000n;

function market(): Driver {
  const venue = new Driver();
  venue.index(PRICE * 100);
  return venue;
}

const opened = (venue: Driver, names: string, amount = money(1_000)) => {
  const { id } = venue.accept({ type: "openAccounts", names, amount });
  return names.split(",").map((_, i) => id + i);
};

const changed = (
  change: number,
  accounts: readonly number[],
  { status = STATUS_NORMAL, amount = 0n }: { status?: number; amount?: bigint } = {},
): UncheckedCommand => ({
  type: "changeAccounts",
  change,
  status,
  amount,
  accounts: accounts.map((account) => ({ account, units: 1_000, quanta: 50_000_000 })),
});

const late = (account: number): UncheckedCommand => ({
  ...{ type: "setLatency", account, samples: [{ way: LATENCY_TO_BOOK, ms: 1_000 }] },
  ...{ seedA: 1, seedB: 2, seedC: 3, seedD: 4 },
});

const wallet = (venue: Driver, account: number) => venue.ask({ type: "assets", account })!.wallet;

it("many accounts are opened with what each begins with, or none is", () => {
  const venue = market();
  const teams = opened(venue, "team-1,team-2,team-3");
  expect(teams.map((account) => wallet(venue, account))).toEqual(teams.map(() => money(1_000)));
  const before = venue.exchange.snapshot();
  const open = (names: string, amount = 0n) => venue.refuse({ type: "openAccounts", names, amount });
  expect(open("team-4,team-2")).toEqual({ type: "nameTaken", account: teams[1] });
  expect(open("team-4,team-4").type).toBe("invalidValue");
  expect(open("team-4,").type).toBe("invalidValue");
  expect(open("team-4,team-5", money(MONEY_UNITS_MAX / 2)).type).toBe("moneyLimit");
  expect(venue.ask({ type: "accounts" }).filter(({ name }) => name.startsWith("team")).length).toBe(3);
  expect(venue.exchange.snapshot().length).toBe(before.length);
});

it("a reset cancels, closes and brings each balance to what its row says, with one command", () => {
  const venue = market();
  const [a, b, maker] = opened(venue, "a,b,maker", money(100_000));
  venue.order({ account: maker!, action: OPEN_SHORT, price: PRICE, size: 50 });
  venue.order({ account: maker!, action: OPEN_LONG, price: PRICE - 1_000, size: 50 });
  venue.order({ account: a!, action: OPEN_LONG, price: PRICE, size: 20 });
  venue.order({ account: b!, action: OPEN_LONG, price: PRICE - 5_000, size: 20 });
  venue.accept(changed(CHANGE_RESET, [a!, b!]));
  for (const account of [a!, b!]) {
    expect(venue.ask({ type: "positions", account, contract: undefined })).toEqual([]);
    expect(venue.ask({ type: "orders", account, contract: undefined, which: "all" })).toEqual([]);
    expect(wallet(venue, account)).toBe(100_050_000_000n);
  }
});

it.each([
  ["a delay of cancels", (account: number) => setAccount(account, { cancelDelayMs: 1_000 })],
  ["a latency", late],
])("a reset does not wait for %s", (_, slow) => {
  const venue = market();
  const [a, b, maker] = opened(venue, "a,b,maker", money(100_000));
  const place = (account: number, action: number, price: number, size: number) =>
    venue.order({ account, action, price, size });
  place(maker!, OPEN_SHORT, PRICE, 20);
  place(maker!, OPEN_LONG, PRICE - 2_000, 50);
  place(a!, OPEN_LONG, PRICE, 20);
  place(b!, OPEN_SHORT, PRICE - 2_000, 20);
  place(a!, OPEN_SHORT, PRICE + 1_000, 20); // b would meet it
  place(maker!, OPEN_SHORT, PRICE + 2_000, 50);
  venue.accept(slow(a!));
  venue.accept(changed(CHANGE_RESET, [a!, b!]));
  for (const account of [a!, b!]) {
    expect(venue.ask({ type: "positions", account, contract: undefined })).toEqual([]);
    expect(venue.ask({ type: "orders", account, contract: undefined, which: "all" })).toEqual([]);
    expect(wallet(venue, account)).toBe(100_050_000_000n);
  }
});

it("what the book does not take stays open, and its balance is left alone", () => {
  const venue = market();
  const [a, maker] = opened(venue, "a,maker", money(100_000));
  venue.order({ account: maker!, action: OPEN_SHORT, price: PRICE, size: 50 });
  venue.order({ account: a!, action: OPEN_LONG, price: PRICE, size: 20 });
  const before = wallet(venue, a!);
  venue.accept(changed(CHANGE_RESET, [a!]));
  expect(venue.ask({ type: "positions", account: a!, contract: undefined })).toHaveLength(1);
  expect(wallet(venue, a!)).toBe(before);
});

it("money, statuses and keys: of all of them", () => {
  const venue = market();
  const teams = opened(venue, "a,b");
  venue.accept({
    ...{ type: "addKey", account: teams[0]!, permissions: PERMIT_READ, activeFrom: 0, expires: 0 },
    ...{ key: "k", sealedSecret: "s", passphraseHash: "h", label: "", addresses: "", wireProfile: "" },
  });
  venue.accept(changed(CHANGE_MONEY, teams, { amount: money(5) }));
  venue.accept(changed(CHANGE_STATUS, teams, { status: STATUS_FROZEN }));
  venue.accept(changed(CHANGE_KEYS, teams));
  expect(teams.map((account) => wallet(venue, account))).toEqual(teams.map(() => money(1_005)));
  expect(teams.map((account) => venue.ask({ type: "account", account })!.status)).toEqual([1, 1]);
  expect(venue.ask({ type: "keys" }).map(({ disabled }) => disabled)).toEqual([true]);
});

it("a notice is kept for whom it is sent to, the latest of them, and told to those who watch", () => {
  const venue = market();
  const [a, b, c] = opened(venue, "a,b,c");
  const to = (...accounts: number[]) => accounts.map((account) => ({ account }));
  const send = (text: string, ...accounts: number[]): UncheckedCommand => ({
    ...{ type: "sendNotice", text },
    accounts: to(...accounts),
  });
  const told = (account: number | undefined) =>
    venue.ask({ type: "notices", account }).map(({ notice, text }) => [notice, text]);
  venue.exchange.observe(b!, true);
  expect(venue.accept(send("first", a!, b!)).id).toBe(1);
  expect(venue.accept(send("second", b!)).id).toBe(2);
  expect([a!, b!, c!, undefined].map(told)).toEqual([
    [[1, "first"]],
    ...[
      [
        [1, "first"],
        [2, "second"],
      ],
      [],
      [
        [1, "first"],
        [2, "second"],
      ],
    ],
  ]);
  expect(
    venue.exchange.takeUpdates().map(({ notices, cause }) => [cause, notices.map(({ text }) => text)]),
  ).toEqual([
    ["notice", ["first"]],
    ["notice", ["second"]],
  ]);
  venue.exchange.observe(b!, false);
  for (let i = 3; i <= NOTICES_MAX + 2; i++) venue.accept(send(`${i}`, a!));
  expect(told(undefined)).toHaveLength(NOTICES_MAX);
  expect(told(b!)).toEqual([]);

  const unknown = { type: "unknownAccount", account: 9_999 };
  expect(venue.refuse(send("to nobody", a!, 9_999))).toEqual(unknown);
  expect(venue.refuse(send("twice", a!, a!)).type).toBe("unknownAccount");
  for (const refused of [send("", a!), send("x".repeat(NOTICE_CHARACTERS_MAX + 1), a!), send("to none")])
    expect(venue.refuse(refused).type).toBe("invalidValue");
  expect(told(undefined).at(-1)).toEqual([NOTICES_MAX + 2, `${NOTICES_MAX + 2}`]);
});

it("where one of them cannot, it is named and none is changed", () => {
  const venue = market();
  const [a, b, c, maker] = opened(venue, "a,b,c,maker", money(100_000));
  venue.order({ account: maker!, action: OPEN_SHORT, price: PRICE, size: 50 });
  venue.order({ account: b!, action: OPEN_LONG, price: PRICE, size: 20 });
  venue.accept(setAccount(b!, { status: STATUS_FROZEN }));
  const leaving = { movement: MOVE_WITHDRAW, from: c!, to: EXTERNAL_ACCOUNT };
  venue.accept({ type: "beginMovement", ...leaving, amount: money(1) });
  const before = [a!, b!, c!].map((account) => venue.ask({ type: "assets", account }));
  const frozen = { type: "accountFrozen", status: STATUS_FROZEN, account: b };
  expect(venue.refuse(changed(CHANGE_RESET, [a!, b!, c!]))).toEqual(frozen);
  expect(venue.refuse(changed(CHANGE_RESET, [a!, c!]))).toEqual({ type: "movementNotAllowed", ...leaving });
  for (const accounts of [
    [a!, 9_999],
    [a!, a!],
    [a!, EXTERNAL_ACCOUNT],
  ])
    expect(venue.refuse(changed(CHANGE_MONEY, accounts, { amount: money(1) }))).toEqual({
      type: "unknownAccount",
      account: accounts[1],
    });
  expect(venue.refuse(changed(CHANGE_MONEY, [a!, b!])).type).toBe("amountNotPositive");
  const half = { amount: money(MONEY_UNITS_MAX / 2) };
  expect(venue.refuse(changed(CHANGE_MONEY, [a!, b!], half)).type).toBe("moneyLimit");
  for (const command of [
    changed(9, [a!]),
    changed(CHANGE_KEYS, []),
    changed(CHANGE_STATUS, [a!], { status: 7 }),
  ])
    expect(venue.refuse(command).type).toBe("invalidValue");
  expect([a!, b!, c!].map((account) => venue.ask({ type: "assets", account }))).toEqual(before);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { examCases } from "../cases.ts";
import type { Check } from "../check.ts";
import { isSettled, judged } from "../check.ts";
import type { Asked, AskedOrder, Happening, Seen, Stall, TimedHappening } from "../happening.ts";
import { textOf } from "../happening.ts";

/**
 * Every check on made-up happenings: the occasion that does not come, a bot that takes it well, and one that
 * does not.
 */

const ORDER: AskedOrder = {
  symbol: "cmt_btcusdt",
  action: "open long",
  size: "0.01",
  price: "60000",
  clientId: "",
  refusal: "",
};

function after(atMs: number, happening: Happening): TimedHappening {
  return { ...happening, atMs };
}

function asked(atMs: number, said: Partial<Asked> = {}): TimedHappening {
  return {
    type: "asked",
    atMs,
    answeredMs: atMs,
    operation: "GET /account",
    does: "reads",
    status: 200,
    reason: "",
    fault: undefined,
    retryAfterMs: undefined,
    orders: [],
    signature: `signature-${atMs}`,
    ...said,
  };
}

const placed = (atMs: number, order: Partial<AskedOrder> = {}, said: Partial<Asked> = {}): TimedHappening =>
  asked(atMs, { operation: "POST /order", does: "places", orders: [{ ...ORDER, ...order }], ...said });

const limited = (atMs: number) =>
  placed(atMs, {}, { status: 429, fault: "rate-limited", retryAfterMs: 2_000 });
const lost = placed(1_000, { clientId: "a" }, { fault: "answer-lost", signature: "same" });
const refused = (atMs: number, order: Partial<AskedOrder> = {}) =>
  placed(atMs, { ...order, refusal: "available amount not enough" });
const restricted = (atMs: number, order: Partial<AskedOrder> = {}) =>
  placed(atMs, order, { status: 400, fault: "account-restricted" });
const failing = (atMs: number) => placed(atMs, {}, { status: 500, fault: "server-error" });
const filled = (atMs: number, left: string) =>
  after(atMs, { type: "filled", order: "7", action: "open long", size: "0.001", left });
const closes = (atMs: number, size = "0.001") => placed(atMs, { action: "close long", size });
const tooLarge = (atMs: number) =>
  placed(atMs, { action: "close long", refusal: "the long position is not enough: closable size '0.001'" });
const twice = (atMs: number) =>
  after(atMs, { type: "struck", kind: "push-duplicated", connection: 2, channel: "fill" });
const dropped = after(1_000, {
  type: "struck",
  kind: "push-dropped",
  connection: 1,
  channel: "depth.cmt_btcusdt.15",
});
const joined = (atMs: number, channel = "depth.cmt_btcusdt.15") =>
  after(atMs, { type: "subscribed", connection: 1, channel });
const awayFrom = [
  joined(100),
  joined(200, "orders"),
  after(1_000, { type: "did", deed: "begin", text: "the venue is away" }),
  after(1_100, { type: "disconnected", connection: 1 }),
  after(1_150, { type: "turnedAway", isPrivate: true, status: 503 }),
];
const backAt = after(5_000, { type: "did", deed: "end", text: "the venue is back" });
const joinedAgain = [joined(5_100), joined(5_200, "orders")];
const byTime = (one: TimedHappening, other: TimedHappening): number => one.atMs - other.atMs;
const storm = Array.from({ length: 60 }, (_, i) =>
  after(2_000 + i, { type: "turnedAway", isPrivate: false, status: 503 }),
);

const ended = (atMs: number, exitCode = 0) => after(atMs, { type: "ended", exitCode });
const funded = after(1_000, { type: "funded", amount: "-1" });
const triggered = after(1_000, { type: "triggered", order: "7" });
const liquidated = after(1_000, { type: "liquidated", equity: "5" });
const offGrid = { refusal: "price must be a number that matches the stepSize '1'" };

interface Case {
  readonly check: string;
  readonly passes: readonly TimedHappening[];
  /** Happenings that break the rule, each in a way of its own, and what the verdict says of them. */
  readonly fails: readonly (readonly [said: RegExp, happenings: readonly TimedHappening[]])[];
  /**
   * The occasion came, and nothing shows yet how the bot takes it: to just before the check has watched for
   * long enough.
   */
  readonly open: readonly TimedHappening[];
}

const cases: readonly Case[] = [
  {
    check: "rate-limit",
    open: [limited(1_000)],
    passes: [limited(1_000), asked(1_500), asked(1_600, { does: "cancels" }), placed(3_000)],
    fails: [
      [
        /POST \/order at 2\.500 s, 1\.500 s after a 429 whose Retry-After said 2\.000 s/,
        [limited(1_000), placed(2_500)],
      ],
      [/at 1\.500 s/, [limited(1_000), placed(1_500, {}, { operation: "POST /batch" })]],
    ],
  },
  {
    check: "lost-answer",
    open: [lost],
    passes: [lost, placed(1_500, {}, { signature: "same" })],
    fails: [
      [
        /placed open long 0\.01 cmt_btcusdt at 60000 again, as order b, without having asked/,
        [lost, placed(1_500, { clientId: "b" })],
      ],
      [/an order without a client id/, [lost, placed(1_500), asked(1_600)]],
    ],
  },
  {
    check: "refusal-margin",
    open: [refused(1_000), asked(5_900)],
    passes: [refused(1_000), refused(4_000), asked(9_000)],
    fails: [
      [/4 times within 5 s/, [1_000, 1_100, 1_200, 1_300, 9_000].map((atMs) => refused(atMs))],
      [/4 times within 5 s/, [1_000, 2_600, 4_200, 5_800].map((atMs) => refused(atMs))],
    ],
  },
  {
    check: "refusal-server-error",
    open: [failing(1_000), asked(5_900)],
    passes: [failing(1_000), asked(9_000)],
    fails: [
      [/4 times within 5 s/, [1_000, 1_100, 1_200, 1_300, 9_000].map(failing)],
      [/4 times within 5 s/, [1_000, 2_600, 4_200, 5_800].map(failing)],
    ],
  },
  {
    check: "refusal-restricted",
    open: [restricted(1_000), asked(10_900)],
    passes: [restricted(1_000), restricted(1_400), placed(3_000, { action: "close long" }), asked(11_000)],
    fails: [
      [
        /at 10\.900 s it asked for open short 0\.01/,
        [restricted(1_000), placed(10_900, { action: "open short" })],
      ],
      // A restricted bot is watched to the end of the case.
      [/at 20\.000 s it asked for open long 0\.01/, [restricted(1_000), asked(12_000), restricted(20_000)]],
      [
        /4 times within 5 s/,
        [1_000, 2_600, 4_200, 5_800].map((atMs) => restricted(atMs, { action: "close long" })),
      ],
    ],
  },
  {
    check: "partial-fill",
    open: [filled(1_000, "0.009"), closes(2_000), asked(20_900)],
    passes: [filled(1_000, "0.009"), closes(2_000), asked(21_000)],
    fails: [
      [/at 2\.000 s close long .* closable size '0\.001'/, [filled(1_000, "0.009"), tooLarge(2_000)]],
      // A close of too much counts after another opening, and after a first close that was right.
      [/at 9\.000 s/, [filled(1_000, "0.009"), placed(2_000), tooLarge(9_000)]],
      [/at 20\.900 s/, [filled(1_000, "0.009"), closes(2_000), tooLarge(20_900)]],
    ],
  },
  {
    check: "duplicate",
    open: [filled(1_000, "0"), twice(1_000)],
    passes: [filled(1_000, "0"), twice(1_000), placed(1_100), asked(9_000)],
    fails: [
      [
        /was placed at 1\.100 s and at 1\.150 s/,
        [filled(1_000, "0"), twice(1_000), placed(1_100), placed(1_150)],
      ],
    ],
  },
  {
    check: "depth-gap",
    open: [dropped],
    passes: [dropped, joined(1_300)],
    fails: [
      [
        /for 10 s the bot went on without the book/,
        [dropped, joined(1_300, "depth.cmt_ethusdt.15"), asked(20_000)],
      ],
    ],
  },
  {
    check: "reconnect",
    open: [...awayFrom, backAt],
    passes: [...awayFrom, backAt, ...joinedAgain, placed(6_000)],
    fails: [
      [/not subscribed again to orders/, [...awayFrom, backAt, joined(5_100), asked(90_000)]],
      [/traded \(POST \/order\) without having read/, [...awayFrom, placed(2_000), backAt, ...joinedAgain]],
      [
        /traded \(POST \/order\) without having read/,
        [...awayFrom.toSpliced(1, 1), backAt, joined(5_100), asked(5_200, { does: "looks" }), placed(30_000)],
      ],
      [/tried more than 30 times within a second/, [...awayFrom, ...storm, backAt, ...joinedAgain]],
    ],
  },
  {
    check: "restart",
    open: [...awayFrom, backAt],
    passes: [...awayFrom, backAt, asked(6_000)],
    fails: [
      [/has not come back/, [...awayFrom, backAt, asked(90_000, { status: 400 })]],
      [/without having read/, [...awayFrom, backAt, placed(6_000)]],
      [/without having read/, [...awayFrom, backAt, asked(5_500, { does: "looks" }), placed(6_000)]],
      [/without having read/, [...awayFrom, backAt, asked(5_500, { does: "looks" }), placed(30_000)]],
      [/tried more than 30 times/, [...awayFrom, ...storm, backAt, asked(6_000)]],
    ],
  },
  {
    check: "funding",
    open: [funded, asked(20_900)],
    passes: [funded, tooLarge(1_100), asked(21_000)],
    fails: [
      [/for the second time/, [funded, tooLarge(1_100), tooLarge(1_200)]],
      [/for the second time/, [funded, tooLarge(1_100), tooLarge(20_900)]],
    ],
  },
  {
    check: "trigger",
    open: [triggered, asked(20_900)],
    passes: [triggered, asked(22_000)],
    fails: [[/for the second time/, [triggered, tooLarge(1_100), tooLarge(1_200)]]],
  },
  {
    check: "liquidation",
    open: [liquidated, asked(20_900)],
    passes: [liquidated, ended(9_000)],
    fails: [[/for the second time/, [liquidated, tooLarge(1_100), tooLarge(1_200)]]],
  },
  {
    check: "rounding-coarse",
    open: [placed(1_000), asked(20_900)],
    passes: [placed(1_000), asked(21_000)],
    fails: [
      [/matches the stepSize '1'/, [placed(1_000), placed(20_900, offGrid)]],
      [/matches the stepSize '1'/, [placed(1_000), placed(2_000, offGrid)]],
    ],
  },
];

const checks = examCases.flatMap((examCase) => examCase.checks);

function verdictOf(
  name: string,
  happenings: readonly TimedHappening[],
  { others = [], ...more }: Partial<Seen> & { readonly others?: readonly Check[] } = {},
) {
  const check = checks.find((each) => each.name === name)!;
  const untilMs = happenings.at(-1)?.atMs ?? 0;
  return judged([check, ...others], { happenings, untilMs, stalls: [], speed: 1, ...more })[0]!;
}

const resultOf = (...asked: Parameters<typeof verdictOf>) => verdictOf(...asked).result;

describe.each(cases)("$check", ({ check, passes, fails, open }) => {
  test("without its occasion it is not examined", () => {
    expect(verdictOf(check, [])).toMatchObject({ result: "not examined", sinceMs: undefined });
    if (!check.startsWith("rounding"))
      expect(resultOf(check, [asked(1), placed(2), asked(90_000)])).toBe("not examined");
  });

  test("as long as nothing shows how the bot takes it, it is not examined; a bot that dies of it fails", () => {
    expect(verdictOf(check, open)).toMatchObject({ result: "not examined", sinceMs: expect.any(Number) });
    const dies = [...open, ended(Math.max(10_000, open.at(-1)!.atMs), 1)];
    expect(verdictOf(check, dies)).toMatchObject({
      result: "failed",
      observed: expect.stringContaining("ended with code 1"),
    });
  });

  test("taken well", () => {
    expect(resultOf(check, passes)).toBe("passed");
  });

  test.each(fails)("taken wrongly: %s", (said, happenings) => {
    expect(verdictOf(check, happenings)).toMatchObject({
      result: "failed",
      observed: expect.stringMatching(said),
    });
  });
});

test("there is a case for every check, of refusals for each of their two kinds", () => {
  const examined = new Set(cases.map(({ check }) => check));
  const missing = checks.map(({ name }) => name).filter((name) => !examined.has(name));
  expect(missing.filter((name) => !name.startsWith("refusal-"))).toEqual(["rounding-fine"]);
});

test("what is off the grid is known by the words or the code of each dialect", () => {
  const said = [
    "40020 Parameter size is invalid: a number that matches the stepSize '1'",
    "-1111 Precision is over the maximum defined for this asset. price '6.03', at most 1 decimals",
    "-4014 Price not increased by tick size. price '6.5', the tick is '1'",
    "-4023 Qty not increased by step size. quantity '0.003', the step is '0.005'",
  ];
  for (const refusal of said)
    expect(resultOf("rounding-coarse", [placed(1_000, { refusal }), asked(30_000)])).toBe("failed");
});

test("where no order is accepted nothing shows how a bot rounds", () => {
  const none = [placed(1_000, { refusal: "available amount not enough" }), asked(30_000)];
  expect(verdictOf("rounding-coarse", none)).toMatchObject({ result: "not examined", sinceMs: 1_000 });
});

test("other ways to take a lost answer well", () => {
  for (const next of [asked(1_500), asked(1_500, { does: "cancels" }), placed(1_500, { clientId: "a" })])
    expect(resultOf("lost-answer", [lost, next])).toBe("passed");
  expect(resultOf("lost-answer", [lost, placed(1_500, { price: "61000", clientId: "b" })])).toBe(
    "not examined",
  );
});

test("what a bot asks after it has placed another of the kind does not show what it makes of a lost answer", () => {
  const another = placed(1_500, { price: "61000", clientId: "b" });
  const asksLate = [lost, another, asked(9_000)];
  expect(resultOf("lost-answer", asksLate)).toBe("not examined");
  expect(resultOf("lost-answer", [...asksLate, placed(9_500, { clientId: "c" })])).toBe("failed");
  expect(resultOf("lost-answer", [lost, another, placed(2_000, { clientId: "a" })])).toBe("passed");
  const otherSide = placed(1_500, { action: "open short", clientId: "b" });
  expect(resultOf("lost-answer", [lost, otherSide, asked(2_000)])).toBe("passed");
});

test("what a bot asks that is not about its orders does not show what it makes of a lost answer", () => {
  const settings = asked(1_500, { operation: "GET /account/settings", does: "looks" });
  expect(resultOf("lost-answer", [lost, settings])).toBe("not examined");
  expect(resultOf("lost-answer", [lost, settings, placed(1_600, { clientId: "b" })])).toBe("failed");
});

test("a bot that never closes what was filled in part shows nothing, however often it opens", () => {
  for (const then of [[placed(2_000), placed(9_000)], [ended(9_000)]])
    expect(verdictOf("partial-fill", [filled(1_000, "0.009"), ...then, asked(90_000)])).toMatchObject({
      result: "not examined",
      observed: expect.stringContaining("closed nothing of it"),
    });
  const all = asked(2_000, { does: "places", operation: "POST /closePositions" });
  expect(resultOf("partial-fill", [filled(1_000, "0.009"), all, asked(21_000)])).toBe("passed");
});

test("a close of more than was filled that is taken as far as it goes shows nothing; one of what was filled does", () => {
  const fill = filled(1_000, "0.009");
  expect(verdictOf("partial-fill", [fill, closes(2_000, "0.01"), asked(21_000)])).toMatchObject({
    result: "not examined",
    observed: expect.stringContaining("taken as far as they went"),
  });
  expect(resultOf("partial-fill", [fill, filled(1_500, "0"), closes(2_000, "0.002"), asked(21_000)])).toBe(
    "passed",
  );
});

test("where an account holds one net position, an order of the other side closes what was filled", () => {
  const fill = filled(1_000, "0.009");
  const sells = placed(2_000, { action: "sell", size: "0.001" });
  expect(resultOf("partial-fill", [fill, sells, asked(21_000)])).toBe("passed");
  const buys = placed(2_000, { action: "buy", size: "0.001" });
  expect(resultOf("partial-fill", [fill, buys, asked(21_000)])).toBe("not examined");
  const through = placed(2_000, { action: "sell", size: "0.01" });
  expect(verdictOf("partial-fill", [fill, through, asked(21_000)])).toMatchObject({
    result: "not examined",
    observed: expect.stringContaining("opened what was left"),
  });
  const reduces = placed(2_000, { action: "reduce by sell", size: "0.001" });
  expect(resultOf("partial-fill", [fill, reduces, asked(21_000)])).toBe("passed");
});

test("an order that has a side alone opens for a restricted bot what it does not close", () => {
  const refused = restricted(2_000, { action: "buy" });
  const then = (order: Partial<AskedOrder>) =>
    resultOf("refusal-restricted", [filled(1_000, "0"), refused, placed(5_000, order), asked(16_000)]);
  expect(then({ action: "sell", size: "0.001" })).toBe("passed");
  expect(then({ action: "sell", size: "0.002" })).toBe("failed");
  expect(then({ action: "buy", size: "0.001" })).toBe("failed");
  expect(then({ action: "reduce by buy", size: "0.001" })).toBe("passed");
});

test("a bot that comes back without its account is watched until it trades, or has had its time", () => {
  for (const [check, back] of [
    ["reconnect", [...awayFrom.toSpliced(1, 1), backAt, joined(5_100)]],
    ["restart", [...awayFrom, backAt, asked(5_500, { does: "looks" })]],
  ] as const) {
    expect(resultOf(check, [...back, asked(20_000, { does: "looks" })])).toBe("not examined");
    expect(resultOf(check, [...back, asked(50_000, { does: "looks" })])).toBe("passed");
  }
});

test("a bot that is restricted may have orders under way then, for as long as it was held up too, and may end", () => {
  const late = [restricted(1_000), restricted(3_000), asked(14_000)];
  expect(resultOf("refusal-restricted", late)).toBe("failed");
  const stalls = [{ atMs: 2_800, lostMs: 1_700 }];
  expect(resultOf("refusal-restricted", late, { stalls })).toBe("passed");
  const ends = [restricted(1_000), ended(2_000)];
  expect(resultOf("refusal-restricted", ends)).toBe("passed");
  const same = { status: 400, fault: "account-restricted", signature: "same" } as const;
  const repeated = [placed(900, {}, { ...same, status: 503, fault: "server-error" }), restricted(1_000)];
  expect(resultOf("refusal-restricted", [...repeated, placed(3_000, {}, same), asked(14_000)])).toBe(
    "passed",
  );
});

test("an occasion that lies in how a bot is made is waited for 30 s after its first order, any other to the end of the case", () => {
  const settled = (name: string, ...happenings: readonly TimedHappening[]) => {
    const check = checks.find((each) => each.name === name)!;
    const seen = { happenings, untilMs: happenings.at(-1)!.atMs, stalls: [], speed: 1 };
    return isSettled(check, judged([check], seen)[0]!, seen);
  };
  for (const name of ["trigger", "depth-gap", "duplicate", "reconnect"]) {
    expect(settled(name, placed(2_000), asked(31_900)), name).toBe(false);
    expect(settled(name, placed(2_000), asked(32_000)), name).toBe(true);
    expect(settled(name, asked(90_000)), name).toBe(false);
  }
  expect(
    settled("trigger", placed(2_000), after(9_000, { type: "triggered", order: "7" }), asked(28_900)),
  ).toBe(false);
  expect(settled("funding", placed(2_000), asked(90_000))).toBe(false);
  expect(settled("rounding-fine", placed(2_000), asked(22_000))).toBe(true);
});

test("a bot dies of the latest occasion, and of none that came before or after", () => {
  const [earlier, later] = ["refusal-margin", "refusal-server-error"];
  const others = checks.filter(({ name }) => name === later);
  const happenings = [refused(1_000), failing(5_000), ended(6_000, 1)];
  expect(resultOf(earlier, happenings, { others })).toBe("passed");
  expect(resultOf(later, happenings)).toBe("failed");
  expect(resultOf("funding", happenings)).toBe("not examined");
});

test("time in which the machine does not let a bot keep up is none to its credit, and none to its debit", () => {
  const late = [dropped, asked(20_000)];
  const stalls = [{ atMs: 15_000, lostMs: 12_000 }];
  expect(resultOf("depth-gap", late)).toBe("failed");
  expect(resultOf("depth-gap", late, { stalls })).toBe("not examined");
  const fired = [triggered, asked(22_000)];
  expect(resultOf("trigger", fired)).toBe("passed");
  expect(resultOf("trigger", fired, { stalls })).toBe("not examined");
  expect(resultOf("trigger", fired, { stalls: [{ atMs: 500, lostMs: 400 }] })).toBe("passed");
});

test("what a bot does at once because the machine held it up is no loop, and no merit", () => {
  const burst = [1_000, 1_010, 1_020, 1_030].map((atMs) => refused(atMs));
  const verdictAfter = (happenings: readonly TimedHappening[], ...stalls: Stall[]) =>
    resultOf("refusal-margin", [...happenings, asked(12_000)], { stalls });
  expect(verdictAfter(burst)).toBe("failed");
  expect(verdictAfter(burst, { atMs: 600, lostMs: 300 }, { atMs: 1_400, lostMs: 300 })).toBe("failed");
  for (const stall of [
    { atMs: 990, lostMs: 3_000 },
    { atMs: 1_025, lostMs: 300 },
  ]) {
    expect(verdictAfter(burst, stall)).toBe("not examined");
    expect(verdictAfter([...burst, refused(7_000)], stall)).toBe("passed");
    const again = [7_000, 7_010, 7_020, 7_030].map((atMs) => refused(atMs));
    expect(verdictAfter([...burst, ...again], stall)).toBe("failed");
    // What ends last of two that are repeated side by side is in doubt as well.
    const other = [1_001, 1_009, 1_019, 1_028].map((atMs) => refused(atMs, { action: "open short" }));
    const both = [...burst, ...other].toSorted(byTime);
    expect(verdictAfter(both, stall)).toBe("not examined");
    // What is answered last is in doubt, too, though it was asked first.
    const crossed = burst.map((each, i) => ({ ...each, answeredMs: burst.at(-1 - i)!.atMs }));
    expect(verdictAfter(crossed, stall)).toBe("not examined");
    expect(verdictAfter(crossed)).toBe("failed");
    // Of several that are answered at one moment, those answered last are in doubt, too.
    const alike = [1_000, 1_010, 1_010, 1_020, 1_020, 1_030].map((atMs) => refused(atMs));
    expect(verdictAfter(alike, stall)).toBe("not examined");
    expect(verdictAfter(alike)).toBe("failed");
  }
});

test("being held up excuses what may have been meant to be apart, and no more than that", () => {
  const times = (count: number) => Array.from({ length: count }, (_, i) => refused(1_000 + i));
  const verdictOfTimes = (count: number, ...stalls: Stall[]) =>
    resultOf("refusal-margin", [...times(count), asked(9_000)], { stalls });
  expect(verdictOfTimes(6, { atMs: 990, lostMs: 5_000 })).toBe("not examined");
  expect(verdictOfTimes(7, { atMs: 990, lostMs: 5_000 })).toBe("failed");
  expect(verdictOfTimes(7, { atMs: 990, lostMs: 5_001 })).toBe("not examined");
  // Stalls that are close together add up.
  const often = Array.from({ length: 6 }, (_, i) => ({ atMs: 400 + i * 400, lostMs: 1_100 }));
  expect(verdictOfTimes(9, ...often)).toBe("not examined");
  expect(verdictOfTimes(10, ...often)).toBe("failed");
});

test("orders of both sides that are repeated within a second never pass, whenever they are answered and whatever held the bot up", () => {
  const moments = fc.array(fc.nat(900), { minLength: 6, maxLength: 14 });
  const stalls = fc.array(fc.record({ atMs: fc.nat(4_000), lostMs: fc.integer({ min: 1, max: 1_500 }) }), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(moments, moments, stalls, (long, short, held) => {
      const happenings = [
        ...long.map((ms) => refused(1_000 + ms)),
        ...short.map((ms) => refused(1_000 + ms, { action: "open short" })),
      ].toSorted(byTime);
      const { result } = verdictOf("refusal-margin", [...happenings, asked(9_000)], { stalls: held });
      expect(held.length === 0 ? ["failed"] : ["failed", "not examined"]).toContain(result);
    }),
    { numRuns: 1_000 },
  );
});

test("a bot that was held up when the venue went does what was under way, and only then notices", () => {
  const [joins, begins, ends] = [awayFrom.slice(0, 2), awayFrom[2]!, awayFrom[3]!];
  const knock = (atMs: number) => after(atMs, { type: "turnedAway", isPrivate: true, status: 503 });
  const held = (...happenings: readonly TimedHappening[]) =>
    resultOf("reconnect", [...joins, begins, ends, ...happenings, asked(90_000)]);
  const cancels = asked(4_000, { does: "cancels" });
  const again = [backAt, ...joinedAgain];
  expect(held(cancels, placed(4_010), knock(4_020), ...again)).toBe("passed");
  expect(held(knock(4_000), placed(4_010), ...again)).toBe("passed");
  expect(held(cancels, placed(4_010), ...again)).toBe("failed");
  expect(held(knock(4_000), placed(4_010), placed(4_600), ...again)).toBe("failed");
  const open = [...joins, begins, ends, cancels, placed(4_010)];
  expect(resultOf("reconnect", open)).toBe("not examined");
});

test("orders while a bot makes up for time in which it was held up are neither blind nor a merit: the occasion comes again", () => {
  const stalls = [{ atMs: 3_000, lostMs: 1_500 }];
  const first = [...awayFrom, placed(4_000), backAt, ...joinedAgain];
  for (const check of ["reconnect", "restart"]) {
    expect(resultOf(check, [...first, asked(9_000)])).toBe("failed");
    expect(verdictOf(check, [...first, asked(9_000)], { stalls })).toMatchObject({
      result: "not examined",
      observed: expect.stringContaining("held up"),
    });
    expect(resultOf(check, [...first, placed(4_600), asked(9_000)].toSorted(byTime), { stalls })).toBe(
      "failed",
    );
    const second = [...awayFrom.slice(2), backAt, ...joinedAgain].map((each) => ({
      ...each,
      atMs: each.atMs + 10_000,
    }));
    expect(resultOf(check, [...first, ...second, asked(20_000)], { stalls })).toBe("passed");
  }
});

test("the same order again and again was not under way, however long the bot was held up", () => {
  const stalls = [{ atMs: 4_900, lostMs: 3_000 }];
  const others = [2_000, 2_500, 3_000, 3_500];
  const verdict = (blind: readonly TimedHappening[]) => {
    const happenings = [...awayFrom, ...blind, backAt, ...joinedAgain, asked(9_000)];
    return resultOf("reconnect", happenings, { stalls });
  };
  expect(verdict(others.map((atMs) => placed(atMs)))).toBe("failed");
  expect(verdict(others.slice(1).map((atMs) => placed(atMs)))).toBe("not examined");
  expect(verdict(others.map((atMs) => placed(atMs, { price: `${60_000 + atMs}` })))).toBe("not examined");
  expect(verdict(others.map((atMs) => placed(atMs, {}, { signature: "same" })))).toBe("not examined");
  expect(verdict(others.map((atMs) => placed(atMs, { clientId: "same" })))).toBe("not examined");
  expect(verdict(others.map((atMs) => placed(atMs, { clientId: `${atMs}` })))).toBe("failed");
});

test("a request that is sent again byte for byte is refused as it was first", () => {
  const sent = (atMs: number, said: Partial<Asked>) => placed(atMs, {}, { signature: "same", ...said });
  const again = [1_000, 1_100, 1_200, 1_300].map((atMs) => sent(atMs, { fault: "edge-page", status: 521 }));
  const happenings = [sent(900, { fault: "server-error", status: 503 }), ...again, asked(9_000)];
  expect(verdictOf("refusal-edge-page", happenings)).toMatchObject({
    result: "not examined",
    sinceMs: undefined,
  });
  expect(resultOf("refusal-edge-page", [...again, asked(9_000)])).toBe("failed");
});

test("how often an order is asked for is counted in market time", () => {
  const happenings = [1_000, 2_000, 3_000, 4_000, 9_000].map((atMs) => refused(atMs));
  expect(resultOf("refusal-margin", happenings)).toBe("failed");
  expect(resultOf("refusal-margin", happenings, { speed: 60 })).toBe("passed");
});

test("an order that is taken back in between is no second one", () => {
  const pushed = [filled(1_000, "0"), twice(1_000), placed(1_100)];
  const back = asked(1_120, { does: "cancels" });
  expect(resultOf("duplicate", [...pushed, back, placed(1_150), asked(9_000)])).toBe("passed");
});

test("each leg may be closed once after it is gone", () => {
  const short = placed(1_200, { action: "close short", refusal: "no position to close" });
  expect(resultOf("liquidation", [liquidated, tooLarge(1_100), short, asked(90_000)])).toBe("passed");
});

test("a venue that is not back yet is said to be away", () => {
  for (const check of ["reconnect", "restart"]) {
    const { result, observed } = verdictOf(check, [...awayFrom, asked(90_000, { status: 503 })]);
    expect(result).toBe("not examined");
    expect(observed).toMatch(/broke at 1\.100 s;|away from 1\.100 s on$/);
  }
});

test("what happened is told in words", () => {
  expect(textOf(lost)).toBe(
    "POST /order: carried out, and the answer lost; open long 0.01 cmt_btcusdt at 60000",
  );
  expect(textOf(refused(1))).toBe(
    "POST /order: 200; open long 0.01 cmt_btcusdt at 60000 refused: available amount not enough",
  );
});

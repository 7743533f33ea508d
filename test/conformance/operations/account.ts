import { expect } from "vitest";
import { enumerations } from "../seed-tables.ts";
import { ACCOUNT, bill, NOW, observed, POSITION, position } from "../v2-private-venue.ts";
import type { Row } from "./row.ts";
import { like, refusal, refusedOf } from "./row.ts";

const BTC = "cmt_btcusdt";
const XRP = "cmt_xrpusdt";

const fees = (isSet: boolean) => ({
  is_set_fee_rate: isSet,
  ...{ taker_fee_rate: "0.00072", maker_fee_rate: "0.00018", is_set_fee_discount: false },
  ...{ fee_discount: "0", is_set_taker_maker_fee_discount: false, taker_fee_discount: "0" },
  ...{ maker_fee_discount: "0" },
});
const modes = [
  { symbol: BTC, marginMode: "SHARED", separatedMode: "COMBINED", positionMode: "HEDGE" },
  { symbol: XRP, marginMode: "ISOLATED", separatedMode: "SEPARATED", positionMode: "HEDGE" },
];
const leverage = (long: string, short: string) => ({
  isolated_long_leverage: long,
  isolated_short_leverage: short,
  cross_leverage: "20.00",
});
const account = {
  defaultFeeSetting: fees(true),
  feeSetting: [
    { symbol: BTC, ...fees(false) },
    { symbol: XRP, ...fees(true) },
  ],
  modeSetting: modes,
  leverageSetting: [
    { symbol: BTC, ...leverage("1.00", "100.00") },
    { symbol: XRP, ...leverage("20.00", "20.00") },
  ],
  createOrderRateLimitPerMinute: 0,
  createOrderDelayMilliseconds: 0,
  createdTime: "1728493655673",
  updatedTime: "1764221456649",
};

/** The counters of an entry, whose amounts are 1, 2, 3 … hundred-millionths but for the first. */
const COUNTERS = [
  ...["withdraw", "transfer_in", "transfer_out", "margin_move_in", "margin_move_out"],
  ...["position_open_long", "position_open_short", "position_close_long", "position_close_short"],
  ...["position_fill_fee", "position_liquidate_fee", "position_funding"],
  ...["order_fill_fee_income", "order_liquidate_fee_income"],
].map((name, i) => [`cum_${name}_amount`, name.endsWith("funding") ? "-0.00000012" : quanta(i + 1)]);

/** So many hundred-millionths. */
function quanta(count: number): string {
  return `0.${String(count).padStart(8, "0")}`.replace(/0+$/, "");
}

const collateral = (marginMode: string, id: number, amount: string, legacy: string, sinceMs: number) => ({
  coin: "USDT",
  marginMode,
  crossSymbol: null,
  isolated_position_id: String(id),
  isolatedPositionId: String(id),
  amount,
  ...Object.fromEntries(
    ["deposit", "withdraw", "transfer_in", "transfer_out"].map((name) => [`pending_${name}_amount`, "0"]),
  ),
  is_liquidating: id !== 0,
  legacy_amount: legacy,
  cum_deposit_amount: "5000",
  ...Object.fromEntries(COUNTERS),
  created_time: String(1_728_493_664_997 + sinceMs),
  updated_time: String(1_764_306_706_243 + sinceMs),
});
const AMOUNT = "4663.20125463";
const accountList = {
  account,
  collateral: [collateral("SHARED", 0, AMOUNT, AMOUNT, 0), collateral("ISOLATED", POSITION, "10", "0", 1)],
  version: "46654",
};

const accounts: readonly Row[] = [
  { shows: "the account list", v2: ["GET account/getAccounts", "", accountList] },
  {
    shows: "times as numbers, as observed",
    v2: [
      "GET account/getAccounts",
      "",
      like({
        account: { createdTime: 1_728_493_655_673 },
        collateral: [{ created_time: 1_728_493_664_997 }, {}],
      }),
      { as: observed },
    ],
  },
  {
    shows: "the same for one coin, with two more spellings",
    v2: [
      "GET account/getAccount",
      "coin=USDT",
      {
        ...accountList,
        account: {
          ...account,
          modeSetting: modes.map((mode) => ({
            ...mode,
            separatedModeEnum: mode.separatedMode,
            positionModeEnum: mode.positionMode,
          })),
        },
      },
    ],
  },
  ...refusedOf("GET account/getAccount", [
    ["", "40017"],
    ["coin=BTC", "40020"],
  ]),
  ...["account/accounts", "account/account"].map(
    (path): Row => ({
      shows: "the retired account list: snake_case, maps by contract id, positions",
      given: { live: { positions: [position] } },
      v2: [
        `GET ${path}`,
        "",
        {
          account: expect.objectContaining({
            id: ACCOUNT,
            status: "NORMAL",
            is_system_account: false,
            contract_id_to_leverage_setting: expect.objectContaining({
              10000001: expect.objectContaining({ cross_leverage: "20.00" }),
            }),
          }),
          collateral: [
            expect.objectContaining({ account_id: ACCOUNT, coin_id: 2, amount: AMOUNT }),
            expect.any(Object),
          ],
          position: [expect.objectContaining({ id: POSITION })],
          version: expect.any(String),
        },
      ],
    }),
  ),
  {
    shows: "what there is of the coin",
    v2: [
      "GET account/assets",
      "",
      [
        {
          coinName: "USDT",
          available: "5413.06877369",
          equity: "5696.49288823",
          frozen: "81.2824",
          unrealizePnl: "-34.553",
        },
      ],
    ],
    v3: [
      "GET account/balance",
      "",
      [
        {
          asset: "USDT",
          balance: "5696.49288823",
          availableBalance: "5413.06877369",
          frozen: "283.42411454",
          unrealizePnl: "-34.553",
        },
      ],
    ],
  },
  ...["BTCUSDT", "XRPUSDT"].map(
    (symbol): Row => ({
      shows: "rates: the symbol's own setting, else the account's",
      v3: [
        "GET account/commissionRate",
        { symbol },
        { symbol, makerCommissionRate: "0.00018", takerCommissionRate: "0.00072" },
      ],
    }),
  ),
  {
    shows: "what the account may",
    v3: [
      "GET account/accountConfig",
      "",
      {
        canTrade: true,
        canDeposit: true,
        canWithdraw: true,
        dualSidePosition: true,
        updateTime: 1_764_221_456_649,
      },
    ],
  },
];

const symbolConfig = (symbol: string, isCross: boolean, long: string, short: string) => ({
  symbol,
  marginType: isCross ? "CROSSED" : "ISOLATED",
  separatedType: isCross ? "COMBINED" : "SEPARATED",
  crossLeverage: "20",
  isolatedLongLeverage: long,
  isolatedShortLeverage: short,
});
const acknowledged = { msg: "success", requestTime: NOW, code: "200" };
const acknowledgedV3 = { ...acknowledged, msg: "" };
const setLeverage = {
  ...{
    type: "setLeverage",
    account: ACCOUNT,
    contract: 0,
    marginMode: 1,
    switches: false,
    ordersFollow: false,
  },
  ...{ cross: 0, isolatedLong: 0, isolatedShort: 0 },
};
const set = { ...setLeverage, marginMode: 0, switches: true, ordersFollow: false };
// The venue of these tests carries nothing out: the answers show the settings as they are.
const shownV3 = {
  ...{ symbol: "BTCUSDT", marginType: "CROSSED", crossLeverage: "20" },
  ...{ isolatedLongLeverage: "0", isolatedShortLeverage: "0" },
};
const leverageRefused = { type: "leverageOutOfRange", field: "cross", min: 100, max: 20_000 } as const;
const five = { symbol: BTC, marginMode: 3, longLeverage: "5", shortLeverage: "5" };

const settings: readonly Row[] = [
  {
    shows: "settings of all symbols",
    v2: [
      "GET account/settings",
      "",
      { [BTC]: leverage("1.00", "100.00"), [XRP]: leverage("20.00", "20.00") },
    ],
    v3: [
      "GET account/symbolConfig",
      "",
      [symbolConfig("BTCUSDT", true, "1", "100"), symbolConfig("XRPUSDT", false, "20", "20")],
    ],
  },
  {
    shows: "settings of one symbol",
    v2: ["GET account/settings", { symbol: BTC }, { [BTC]: leverage("1.00", "100.00") }],
    v3: ["GET account/symbolConfig", { symbol: "xrpusdt" }, [symbolConfig("XRPUSDT", false, "20", "20")]],
  },
  {
    shows: "settings of a symbol that is none",
    v2: ["GET account/settings", { symbol: "cmt_nousdt" }, refusal("40020")],
  },
  {
    shows: "leverage, shared",
    v2: [
      "POST account/leverage",
      { symbol: BTC, marginMode: "1", longLeverage: "20", shortLeverage: 20 },
      acknowledged,
      { tells: [{ ...setLeverage, cross: 2_000 }] },
    ],
    v3: [
      "POST account/leverage",
      { symbol: "BTCUSDT", crossLeverage: 15 },
      shownV3,
      { tells: [{ ...set, cross: 1_500 }] },
    ],
  },
  {
    shows: "leverage: what is not given stays",
    v2: [
      "POST account/leverage",
      { symbol: BTC, marginMode: 1, longLeverage: "12.5" },
      acknowledged,
      { tells: [{ ...setLeverage, cross: 1_250 }] },
    ],
    v3: [
      "POST account/leverage",
      { symbol: "XRPUSDT", isolatedShortLeverage: "30" },
      like({ symbol: "XRPUSDT" }),
      { tells: [{ ...set, contract: 1, isolatedShort: 3_000 }] },
    ],
  },
  {
    shows: "leverage with the mode",
    v3: [
      "POST account/leverage",
      {
        ...{ symbol: "BTCUSDT", marginType: "ISOLATED" },
        ...{ crossLeverage: "5", isolatedLongLeverage: "6", isolatedShortLeverage: "7" },
      },
      like({ symbol: "BTCUSDT" }),
      { tells: [{ ...set, marginMode: 3, cross: 500, isolatedLong: 600, isolatedShort: 700 }] },
    ],
  },
  {
    shows: "leverage above the maximum",
    given: { outcomes: [{ rejection: { ...leverageRefused, leverage: 50_000 } }] },
    v2: ["POST account/leverage", five, refusal("50007")],
    v3: ["POST account/leverage", { symbol: "BTCUSDT", crossLeverage: 500 }, refusal(-3313)],
  },
  {
    // What is too low the market refuses, since it may stand already.
    shows: "leverage below the minimum",
    given: { outcomes: [{ rejection: { ...leverageRefused, leverage: 50 } }] },
    v3: ["POST account/leverage", { symbol: "BTCUSDT", crossLeverage: "0.5" }, refusal(-1142)],
  },
  ...(
    [
      ["given once of two", { shortLeverage: null }, "40017"],
      ["of a mode that is none", { marginMode: 2 }, "40020"],
      ["shared, of two leverages", { marginMode: 1, shortLeverage: "6" }, "40020"],
      ["of three digits", { longLeverage: "5.555" }, "40020", { crossLeverage: "1.005" }, -1160],
      ["below 0", { longLeverage: "-5" }, "40020"],
      ["of nothing", { longLeverage: null, shortLeverage: null }, "40017", {}, -1140],
      ["of a mode alone", { marginMode: null }, "40017", { marginType: "ISOLATED" }, -1140],
    ] as const
  ).map(
    ([what, change, code, v3, v3Code]): Row => ({
      shows: `leverage ${what} is refused`,
      v2: ["POST account/leverage", { ...five, ...change }, refusal(code)],
      ...(v3 && { v3: ["POST account/leverage", { symbol: "BTCUSDT", ...v3 }, refusal(v3Code!)] }),
    }),
  ),
  {
    shows: "leverage beside open orders, in the market's words",
    given: {
      outcomes: [
        { rejection: { type: "openOrdersExist", contract: 0, orders: 1, order: 7, isPaper: false } },
      ],
    },
    v2: [
      "POST account/leverage",
      { symbol: BTC, marginMode: 1, longLeverage: "5" },
      refusal("40015", /open orders/),
    ],
  },
  ...(
    [
      ["-10.5", -1_050_000_000n],
      ["2.5", 250_000_000n],
    ] as const
  ).map(
    ([collateralAmount, amount]): Row => ({
      shows: `margin of a position by ${collateralAmount}`,
      tells: [{ type: "adjustMargin", account: ACCOUNT, position: POSITION, amount }],
      v2: ["POST account/adjustMargin", { isolatedPositionId: POSITION, collateralAmount }, acknowledged],
      v3: [
        "POST account/positionMargin",
        {
          isolatedPositionId: POSITION,
          amount: collateralAmount.replace("-", ""),
          type: amount > 0n ? 1 : 2,
        },
        acknowledgedV3,
      ],
    }),
  ),
  ...refusedOf("POST account/adjustMargin", [
    ...["0", "0.000000001", "1e3"].map(
      (collateralAmount) => [{ isolatedPositionId: POSITION, collateralAmount }, "40020"] as const,
    ),
    [{ isolatedPositionId: POSITION, collateralAmount: "" }, "40019"],
    [{ coinId: 3, isolatedPositionId: POSITION, collateralAmount: "1" }, "40020"],
  ]),
  {
    shows: "a position whose margin is to grow by itself",
    tells: [{ type: "setAutoAppend", account: ACCOUNT, position: POSITION, on: true }],
    v2: [
      "POST account/modifyAutoAppendMargin",
      { positionId: String(POSITION), autoAppendMargin: true },
      acknowledged,
    ],
    v3: [
      "POST account/modifyAutoAppendMargin",
      { positionId: POSITION, autoAppendMargin: true },
      acknowledgedV3,
    ],
  },
  ...refusedOf("POST account/modifyAutoAppendMargin", [
    [{ positionId: POSITION, autoAppendMargin: "yes" }, "40020"],
  ]),
  ...(
    [
      ["isolated", [XRP, 3], undefined, [3, 1]],
      ["shared, segregated as it is", undefined, { marginType: "CROSSED" }, [1, 2]],
      ["shared and combined", [XRP, 1, 1], { marginType: "CROSSED", separatedType: "COMBINED" }, [1, 1]],
      ["shared and separated", [XRP, 1, "2"], undefined, [1, 2]],
    ] as const
  ).map(
    ([shows, v2, v3, [marginMode, separatedMode]]): Row => ({
      shows: `holding ${shows}`,
      tells: [{ type: "setMode", account: ACCOUNT, contract: 1, marginMode, separatedMode }],
      ...(v2 && {
        v2: [
          "POST account/position/changeHoldModel",
          { symbol: v2[0], marginMode: v2[1], separatedMode: v2[2] },
          acknowledged,
        ],
      }),
      ...(v3 && { v3: ["POST account/marginType", { symbol: "XRPUSDT", ...v3 }, acknowledgedV3] }),
    }),
  ),
];

const held = {
  ...{ id: POSITION, account_id: ACCOUNT, coin_id: 2, contract_id: 10_000_001, symbol: BTC, side: "LONG" },
  ...{ margin_mode: "SHARED", separated_mode: "COMBINED", separated_open_order_id: 0, leverage: "100.00" },
  ...{ size: "0.0200", open_value: "1801.067", open_fee: "0.7073106", funding_fee: "1.2261816" },
  ...{ marginSize: "17.15498", isolated_margin: "0", is_auto_append_isolated_margin: false },
  ...{ cum_open_size: "0.0200", cum_open_value: "1801.067", cum_open_fee: "0.7073106" },
  ...{ cum_close_size: "0.0000", cum_close_value: "0", cum_close_fee: "0", cum_funding_fee: "1.2261816" },
  ...{ cum_liquidate_fee: "0", created_match_sequence_id: 7_027, updated_match_sequence_id: 7_040 },
  ...{ created_time: 1_764_505_776_347, updated_time: 1_764_588_886_461, contractVal: "0.000001" },
  ...{ unrealizePnl: "-85.569", liquidatePrice: "0" },
};
const heldV3 = {
  ...{ id: POSITION, asset: "USDT", symbol: "BTCUSDT", side: "LONG", marginType: "CROSSED" },
  ...{ separatedMode: "COMBINED", separatedOpenOrderId: 0, leverage: "100", size: "0.0200" },
  ...{ openValue: "1801.067", fundingFee: "1.2261816", marginSize: "17.15498" },
  ...{ isAutoAppendIsolatedMargin: false, createdMatchSequenceId: 7_027, createdTime: 1_764_505_776_347 },
  ...{ unrealizePnl: "-85.569", liquidatePrice: "0" },
};
const short = {
  ...position,
  ...{ contract: 1, leg: 1, marginMode: 3, separatedMode: 2, liquidationPrice: 25_001 },
};
const heldShort = {
  contract_id: 10_000_002,
  ...{ side: "SHORT", margin_mode: "ISOLATED", separated_mode: "SEPARATED" },
  ...{ size: "2000", liquidatePrice: "2.5001" },
};

const positions: readonly Row[] = [
  {
    shows: "a position, field for field",
    given: { live: { positions: [position] } },
    v2: ["GET account/position/allPosition", "", [held]],
    v3: ["GET account/position/allPosition", "", like([heldV3])],
  },
  {
    shows: "positions of all symbols",
    given: { live: { positions: [position, short] } },
    v2: ["GET account/position/allPosition", "", like([held, heldShort])],
    v3: [
      "GET account/position/allPosition",
      "",
      like([heldV3, { side: "SHORT", marginType: "ISOLATED", separatedMode: "SEPARATED" }]),
    ],
  },
  {
    shows: "positions of one symbol",
    given: { live: { positions: [position, short] } },
    v2: ["GET account/position/singlePosition", { symbol: XRP }, like([heldShort])],
    v3: ["GET account/position/singlePosition", { symbol: "BTCUSDT" }, like([heldV3])],
  },
  ...["allPosition", "singlePosition"].map(
    (list): Row => ({
      shows: "flat is an empty list",
      v2: [`GET account/position/${list}`, { symbol: BTC }, []],
      v3: [`GET account/position/${list}`, { symbol: "BTCUSDT" }, []],
    }),
  ),
  ...refusedOf("GET account/position/singlePosition", [["", "40017"]]),
];

const billed = (changes: object, shown: object) => ({
  given: { past: { bills: [{ ...bill, ...changes }] } },
  v2: ["POST account/bills", {}, like({ items: [shown] })] as const,
});
const noFilter = { coin: "", symbol: "", businessType: "", startTime: null, endTime: null };
const allNull = { coin: null, symbol: null, businessType: null, startTime: null, limit: null };
const everyFilter = { account: ACCOUNT, contract: 1, type: 21, from: 1, to: 2, limit: 100 };
const third = [
  bill,
  { ...bill, bill: bill.bill - 1, contract: -1, type: 1 },
  { ...bill, bill: bill.bill - 2 },
];
const incomeOf = (row: typeof bill, change: object = {}) => ({
  ...{ billId: row.bill, asset: "USDT", symbol: "BTCUSDT", income: "0.08266646" },
  ...{ incomeType: "position_funding", balance: AMOUNT, fillFee: "0", time: bill.time },
  ...{ transferReason: "UNKNOWN_TRANSFER_REASON" },
  ...change,
});
const from = { nextKeyId: bill.bill, nextKeyTime: bill.time };

const bills: readonly Row[] = [
  {
    shows: "a bill, field for field",
    given: { past: { bills: [bill] } },
    v2: [
      "POST account/bills",
      {},
      {
        hasNextPage: false,
        items: [
          {
            ...{ billId: String(bill.bill), coin: "USDT", symbol: BTC, amount: "0.08266646" },
            ...{ businessType: "position_funding", balance: AMOUNT, fillFee: "0" },
            ...{ transferReason: "UNKNOWN_TRANSFER_REASON", ctime: String(bill.time) },
            ...{ cTime: String(bill.time) },
          },
        ],
      },
      { asks: { account: ACCOUNT, limit: 20 } },
    ],
    v3: [
      "POST account/income",
      {},
      { hasNextPage: false, nextKey: null, items: [incomeOf(bill)] },
      { asks: { account: ACCOUNT, limit: 20 } },
    ],
  },
  {
    shows: "a bill of no contract",
    ...billed({ contract: -1 }, { symbol: "" }),
  },
  ...enumerations["bill.businessType"]!.map((businessType, index) => ({
    shows: `bills of ${businessType}`,
    ...billed({ type: index + 1 }, { businessType }),
  })),
  ...enumerations["bill.transferReason"]!.map((transferReason, reason) => ({
    shows: `bills because of ${transferReason}`,
    ...billed({ reason }, { transferReason }),
  })),
  {
    shows: "a body of no bytes is an empty object",
    v2: ["POST account/bills", "", { hasNextPage: false, items: [] }],
  },
  ...[noFilter, { ...noFilter, startTime: "", endTime: "", limit: "" }, allNull].map(
    (filter): Row => ({
      shows: `a filter of nothing is none: ${JSON.stringify(filter)}`,
      asks: { account: ACCOUNT, limit: 20 },
      v2: ["POST account/bills", filter, like({})],
    }),
  ),
  {
    shows: "a filter of nothing is none, with a limit",
    asks: { account: ACCOUNT, limit: 1 },
    v2: ["POST account/bills", { ...noFilter, limit: 1 }, like({})],
  },
  {
    shows: "every filter",
    asks: everyFilter,
    v2: [
      "POST account/bills",
      {
        ...{ coin: "USDT", symbol: XRP, businessType: "tracking_third_party_share" },
        ...{ startTime: 1, endTime: "2", limit: "100" },
      },
      like({}),
    ],
    v3: [
      "POST account/income",
      {
        ...{ currency: "USDT", symbol: "XRPUSDT", incomeType: "tracking_third_party_share" },
        ...{ startTime: 1, endTime: 2, limit: 100 },
      },
      like({}),
      { asks: { ...everyFilter, coin: 2 } },
    ],
  },
  {
    shows: "the first of two pages",
    given: { past: { bills: third } },
    v2: ["POST account/bills", { limit: 1 }, like({ hasNextPage: true, items: [{}] })],
    v3: ["POST account/income", { limit: 1 }, { hasNextPage: true, nextKey: from, items: [incomeOf(bill)] }],
  },
  {
    shows: "the second of two pages",
    given: { past: { bills: third } },
    v3: [
      "POST account/income",
      { limit: 5, ...from },
      {
        hasNextPage: false,
        nextKey: null,
        items: [incomeOf(third[1]!, { symbol: "", incomeType: "deposit" }), incomeOf(third[2]!)],
      },
    ],
  },
  ...refusedOf("POST account/bills", [
    [{ limit: 0 }, "40020"],
    [{ limit: 101 }, "40020"],
    [{ businessType: "gift" }, "40020"],
    [{ symbol: "btc" }, "40020"],
    [{ coin: "BTC" }, "40020"],
    [{ startTime: "x" }, "40020"],
  ]),
  {
    shows: "a page behind a bill that is none",
    v3: ["POST account/income", { limit: 5, ...from, nextKeyId: 0 }, refusal(-1142)],
  },
  {
    shows: "a span without its end",
    v3: ["POST account/income", { startTime: NOW }, refusal(-1141, "Parameter 'endTime' cannot be empty.")],
  },
  { shows: "a body that is none", v3: ["POST account/income", "{", refusal(-1135)] },
];

export const accountRows: readonly Row[] = [...accounts, ...settings, ...positions, ...bills];

import { ISOLATED, SHARED } from "../../codes.ts";
import { choice, decimal, integer, numbered } from "../../parameter.ts";
import * as shapes from "../account.ts";
import { signed } from "../declare.ts";
import { Done } from "../order.ts";
import { positionSideParameter } from "../orderParameters.ts";
import { bool, refusedUnder, symbolParameter } from "../parameters.ts";

export const leverage = signed({
  method: "POST",
  path: "/fapi/v1/leverage",
  summary: "Change the leverage of a symbol",
  meaning: "Sets the leverage of a symbol, under cross margin and of isolated positions.",
  weight: 1,
  access: "trade",
  parameters: {
    symbol: symbolParameter,
    leverage: refusedUnder(-4028, "Leverage is not valid.", integer("Leverage", { min: 1, max: 10_000 })),
  },
  commands: { setLeverage: { cross: "leverage", isolatedLong: "leverage", isolatedShort: "leverage" } },
  response: shapes.Leverage,
});

export const marginType = signed({
  method: "POST",
  path: "/fapi/v1/marginType",
  summary: "Change the margin mode of a symbol",
  meaning:
    "Changes the margin mode of a symbol; refused while the account has a position or an order in it, and where it stands already.",
  weight: 1,
  access: "trade",
  parameters: {
    symbol: symbolParameter,
    marginType: choice("Margin mode", { CROSSED: SHARED, ISOLATED }),
  },
  commands: { setMode: { marginMode: "marginType" } },
  response: Done,
});

export const positionMode = signed({
  method: "GET",
  path: "/fapi/v1/positionSide/dual",
  summary: "Position mode",
  meaning: "Whether the account holds long and short side by side.",
  weight: 30,
  access: "read",
  parameters: {},
  response: shapes.PositionMode,
});

export const setPositionMode = signed({
  method: "POST",
  path: "/fapi/v1/positionSide/dual",
  summary: "Change the position mode",
  meaning:
    "Changes the position mode for all symbols; refused while the account has a position or an order, and where it stands already.",
  weight: 1,
  access: "trade",
  parameters: { dualSidePosition: bool("true: long and short side by side; false: one-way") },
  commands: { setPositionMode: { positionMode: "dualSidePosition" } },
  response: Done,
});

export const assetMode = signed({
  method: "GET",
  path: "/fapi/v1/multiAssetsMargin",
  summary: "Asset mode",
  meaning: "Whether coins back each other's contracts: they do not.",
  weight: 30,
  access: "read",
  parameters: {},
  response: shapes.AssetMode,
});

export const setAssetMode = signed({
  method: "POST",
  path: "/fapi/v1/multiAssetsMargin",
  summary: "Change the asset mode",
  meaning: "Takes the mode that there is: each coin backs its own contracts. The other one is refused.",
  weight: 1,
  access: "trade",
  parameters: { multiAssetsMargin: bool("true: coins back each other's contracts") },
  response: Done,
});

export const feeBurn = signed({
  method: "GET",
  path: "/fapi/v1/feeBurn",
  summary: "Whether a coin pays fees at a discount",
  meaning: "Whether a coin pays fees at a discount: none does.",
  weight: 30,
  access: "read",
  parameters: {},
  response: shapes.FeeBurn,
});

export const setFeeBurn = signed({
  method: "POST",
  path: "/fapi/v1/feeBurn",
  summary: "Have a coin pay fees at a discount",
  meaning: "Takes what there is: no coin pays fees. The other is refused.",
  weight: 1,
  access: "trade",
  parameters: { feeBurn: bool("true: a coin pays fees at a discount") },
  response: Done,
});

export const positionMargin = signed({
  method: "POST",
  path: "/fapi/v1/positionMargin",
  summary: "Add margin to an isolated position, or take some out",
  meaning: "Adds margin to an isolated position, or takes what it can spare.",
  isForgotten: true,
  weight: 1,
  access: "trade",
  parameters: {
    symbol: symbolParameter,
    positionSide: positionSideParameter,
    amount: decimal("Amount, above 0"),
    type: numbered(choice("1 adds, 2 takes", { "1": 1, "2": 2 })),
  },
  commands: { adjustMargin: {} },
  response: shapes.MarginMoved,
});

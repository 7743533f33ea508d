import { COIN_USDT } from "../../../core/index.ts";
import { integer, optional, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { retiredAccount } from "./accounts.ts";

export const account = privateOperation({
  method: "GET",
  path: "/capi/v2/account/account",
  summary: "The account of one coin, retired form",
  meaning: "The retired form of the account list, for one coin.",
  call: "account.retiredOfCoin",
  source: "published documentation, retired single account",
  weight: { ip: 1, uid: 1 },
  access: "read",
  parameters: { coinId: optional(integer("Coin id", { min: COIN_USDT, max: COIN_USDT }), COIN_USDT) },
  response: v2.RetiredAccount,
  handle: (context) => retiredAccount(context),
});

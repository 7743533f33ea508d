import type { Static } from "typebox";
import { Type } from "typebox";
import { flag, integer, oneOf, orNull, text, timeNumber, word } from "../fields.ts";
import { CollateralAmounts, FeeSetting, LeverageFields } from "./account.ts";
import { Position } from "./position.ts";
import * as words from "./words.ts";

const byContract = (what: string) => ({ description: `${what}, by contract id` });
const account_id = integer("Id of the account");
const margin_mode = word(
  words.marginModes,
  "SHARED: backed by all that the account has; ISOLATED: by its own margin",
);
const times = {
  created_time: timeNumber("When it was opened, Unix ms"),
  updated_time: timeNumber("When it last changed, Unix ms"),
};

/**
 * GET account/accounts and account/account, which getAccounts replaced and many programs still call:
 * snake_case, settings as maps by contract id, positions in the same answer.
 */
export const RetiredAccount = Type.Object({
  account: Type.Object(
    {
      id: account_id,
      user_id: account_id,
      client_account_id: text("Name of the account"),
      is_system_account: flag("Whether it is one of the venue's own"),
      default_fee_setting: FeeSetting,
      contract_id_to_fee_setting: Type.Record(Type.String(), FeeSetting, byContract("Fees")),
      contract_id_to_mode_setting: Type.Record(
        Type.String(),
        Type.Object({
          margin_mode,
          separated_mode: word(
            words.separatedModes,
            "Whether openings of a side make one position, or one each",
          ),
          position_mode: word(
            words.positionModes,
            "Whether long and short positions stand side by side, or there is one net position",
          ),
        }),
        byContract("Modes"),
      ),
      contract_id_to_leverage_setting: Type.Record(Type.String(), LeverageFields, byContract("Leverage")),
      create_order_rate_limit_per_minute: integer("Orders that it may place in a minute; 0: as many as all"),
      create_order_delay_milliseconds: integer("How long its orders are delayed, ms; 0: not"),
      extra_type: text("Always empty"),
      extra_data_json: text("Always empty"),
      status: oneOf(["NORMAL", "DISABLED"], "DISABLED: frozen or restricted"),
      ...times,
    },
    { description: "Settings of the account" },
  ),
  collateral: Type.Array(
    Type.Intersect([
      Type.Object({
        account_id,
        coin_id: integer("Id of the coin"),
        margin_mode,
        cross_contract_id: integer("Always 0: no entry is tied to one contract"),
        isolated_position_id: integer("Position whose margin it is; 0 of the shared entry"),
      }),
      CollateralAmounts,
      Type.Object(times),
    ]),
    { description: "The shared entry first, then those of isolated positions" },
  ),
  position: Type.Array(Position, { description: "Positions of all contracts" }),
  version: orNull(text("Version"), "Version of the account, as its pushes carry it"),
});
export type RetiredAccount = Static<typeof RetiredAccount>;

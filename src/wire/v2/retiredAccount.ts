import type { Static } from "typebox";
import { Type } from "typebox";
import { CollateralAmounts, FeeSetting, LeverageFields } from "./account.ts";
import { Position } from "./position.ts";

const text = Type.String();

/**
 * GET account/accounts and account/account, which getAccounts replaced and many programs still call: snake_case,
 * settings as maps by contract id, positions in the same answer.
 */
export const RetiredAccount = Type.Object({
  account: Type.Object({
    id: Type.Integer(),
    user_id: Type.Integer(),
    client_account_id: text,
    is_system_account: Type.Boolean(),
    default_fee_setting: FeeSetting,
    contract_id_to_fee_setting: Type.Record(Type.String(), FeeSetting),
    contract_id_to_mode_setting: Type.Record(
      Type.String(),
      Type.Object({ margin_mode: text, separated_mode: text, position_mode: text }),
    ),
    contract_id_to_leverage_setting: Type.Record(Type.String(), LeverageFields),
    create_order_rate_limit_per_minute: Type.Integer(),
    create_order_delay_milliseconds: Type.Integer(),
    extra_type: text,
    extra_data_json: text,
    status: text,
    created_time: Type.Integer(),
    updated_time: Type.Integer(),
  }),
  collateral: Type.Array(
    Type.Intersect([
      Type.Object({
        account_id: Type.Integer(),
        coin_id: Type.Integer(),
        margin_mode: text,
        cross_contract_id: Type.Integer(),
        isolated_position_id: Type.Integer(),
      }),
      CollateralAmounts,
      Type.Object({ created_time: Type.Integer(), updated_time: Type.Integer() }),
    ]),
  ),
  position: Type.Array(Position),
  version: Type.Union([text, Type.Null()]),
});
export type RetiredAccount = Static<typeof RetiredAccount>;

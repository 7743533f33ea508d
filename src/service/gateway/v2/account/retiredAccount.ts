import { v2 } from "../../../../interface/wire/index.ts";
import type { AccountView, HoldingView, PositionView } from "../../../../kernel/core/index.ts";
import { ACCOUNT_SYSTEM, COIN_USDT, STATUS_NORMAL } from "../../../../kernel/core/index.ts";
import type { ContractList } from "../../contracts.ts";
import { showAmounts, showDefaultFee, showLeverage, showMode, showSymbolFee } from "./showAccount.ts";
import { showPosition } from "./showPosition.ts";

const { words } = v2;

/** The retired form of the account list: snake_case, settings by contract id, positions included. */
export function showRetiredAccount(
  view: AccountView,
  positions: readonly PositionView[],
  contracts: ContractList,
): v2.RetiredAccount {
  const byContractId = <T>(show: (holding: HoldingView) => T): Record<string, T> =>
    Object.fromEntries(
      view.holdings.map((each) => [String(words.CONTRACT_ID_BASE + each.contract), show(each)]),
    );
  return {
    account: {
      id: view.account,
      user_id: view.account,
      client_account_id: view.name,
      is_system_account: view.kind === ACCOUNT_SYSTEM,
      default_fee_setting: showDefaultFee(view.fee, contracts.listed()),
      contract_id_to_fee_setting: byContractId((each) =>
        showSymbolFee(view, each, contracts.at(each.contract)),
      ),
      contract_id_to_mode_setting: byContractId((each) => {
        const mode = showMode(each, view.positionMode, contracts.at(each.contract));
        return {
          margin_mode: mode.marginMode,
          separated_mode: mode.separatedMode,
          position_mode: mode.positionMode,
        };
      }),
      contract_id_to_leverage_setting: byContractId(showLeverage),
      create_order_rate_limit_per_minute: view.orderRateLimitPerMinute,
      create_order_delay_milliseconds: view.orderDelayMs,
      extra_type: "",
      extra_data_json: "",
      status: view.status === STATUS_NORMAL ? "NORMAL" : "DISABLED",
      created_time: view.createdTime,
      updated_time: view.updatedTime,
    },
    collateral: view.entries.map((entry) => ({
      account_id: view.account,
      coin_id: COIN_USDT,
      margin_mode: words.marginModes[entry.marginMode]!,
      cross_contract_id: 0,
      isolated_position_id: entry.position,
      ...showAmounts(entry),
      created_time: entry.createdTime,
      updated_time: entry.updatedTime,
    })),
    position: positions.map((each) => showPosition(each, contracts.at(each.contract))),
    version: String(view.version),
  };
}

import { FapiError } from "../../../../interface/wire/fapi/errors.ts";
import * as declared from "../../../../interface/wire/fapi/operations/settings.ts";
import { NO_LEG } from "../../../../interface/wire/fapi/orderParameters.ts";
import { invalidParameter } from "../../../../interface/wire/index.ts";
import type { Command } from "../../../../kernel/core/index.ts";
import { HEDGE, ISOLATED, LEVERAGE_ONE, ONE_WAY } from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { holdingOf } from "../../trading/accountOf.ts";
import { isZero, moneyOf } from "../../trading/grid.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { type Forms, refusedAs } from "../refusedAs.ts";
import { contractOf, symbolOf } from "../symbol.ts";
import { notionalMax } from "./figures.ts";

const DONE = { code: 200 as const, msg: "success" };

/**
 * Sets one leverage for a symbol: that of cross margin and of both isolated sides. Orders that rest follow
 * it, at the mark and the fee rate of their acceptance.
 */
export const setLeverage = privateOperation(
  declared.leverage,
  async (context, { symbol, leverage: times }) => {
    const contract = contractOf(context.contracts, symbol);
    const wanted = times * LEVERAGE_ONE;
    const { cross, isolatedLong, isolatedShort } = await holdingOf(context, contract);
    const stands = [cross, isolatedLong, isolatedShort].every((present) => present === wanted);
    const command: Command = {
      type: "setLeverage",
      account: context.account,
      contract: contract.contract,
      marginMode: 0,
      switches: false,
      ordersFollow: true,
      cross: wanted,
      isolatedLong: wanted,
      isolatedShort: wanted,
    };
    if (!stands) await submitAs(context, command, contract, LEVERAGE_REFUSALS);
    return {
      leverage: times,
      maxNotionalValue: String(notionalMax(contract.tiers, wanted)),
      symbol: symbolOf(contract),
    };
  },
);

/** Sets a symbol's margin mode. The one that stands already is refused, which clients expect. */
export const setMarginType = privateOperation(
  declared.marginType,
  async (context, { symbol, marginType: marginMode }) => {
    const contract = contractOf(context.contracts, symbol);
    const { marginMode: present, separatedMode } = await holdingOf(context, contract);
    if (marginMode === present) throw new FapiError(-4046, "No need to change margin type.");
    const { account } = context;
    const command: Command = {
      type: "setMode",
      account,
      contract: contract.contract,
      marginMode,
      separatedMode,
    };
    await submitAs(context, command, contract, MARGIN_TYPE_REFUSALS);
    return DONE;
  },
);

export const positionMode = privateOperation(declared.positionMode, async (context) => ({
  dualSidePosition: context.rules.positionMode === HEDGE,
}));

/** Sets hedge or one-way mode for all symbols together; only without orders and positions. */
export const setPositionMode = privateOperation(
  declared.setPositionMode,
  async (context, { dualSidePosition }) => {
    const { account, rules } = context;
    const wanted = dualSidePosition ? HEDGE : ONE_WAY;
    if (wanted === rules.positionMode) throw new FapiError(-4059, "No need to change position side.");
    await submitAs(
      context,
      { type: "setPositionMode", account, positionMode: wanted },
      undefined,
      POSITION_MODE_REFUSALS,
    );
    return DONE;
  },
);

/** The asset mode: each coin backs its own contracts, and no other mode can be set. */
export const assetMode = privateOperation(declared.assetMode, async () => ({ multiAssetsMargin: false }));

export const setAssetMode = privateOperation(declared.setAssetMode, async (_, { multiAssetsMargin }) => {
  if (multiAssetsMargin)
    throw new FapiError(
      -4168,
      "Unable to adjust to Multi-Assets mode. Each coin backs its own contracts here",
    );
  return DONE;
});

/** Whether fees are paid in another coin at a discount: never. */
export const feeBurn = privateOperation(declared.feeBurn, async () => ({ feeBurn: false }));

export const setFeeBurn = privateOperation(declared.setFeeBurn, async (_, { feeBurn }) => {
  if (feeBurn) throw invalidParameter("feeBurn", "false: no coin pays fees at a discount here");
  return DONE;
});

/** Moves margin into an isolated position, or out of it. */
export const adjustPositionMargin = privateOperation(
  declared.positionMargin,
  async (context, { symbol, amount: text, type, positionSide }) => {
    const { engine, account, rules } = context;
    const contract = contractOf(context.contracts, symbol);
    const isHedge = rules.positionMode === HEDGE;
    if (isHedge !== (positionSide !== undefined && positionSide !== NO_LEG))
      throw new FapiError(-4061, "Order's position side does not match user's setting.");
    if (isZero(text) || text.startsWith("-"))
      throw new FapiError(-4055, `Amount must be positive. amount '${text}'`);
    const amount = moneyOf("amount", text);
    const { marginMode } = await holdingOf(context, contract);
    if (marginMode !== ISOLATED) throw new FapiError(-4049, "Add margin only support for isolated position.");
    const held = await engine.query({ type: "positions", account, contract: contract.contract });
    const position = held.find(({ leg }) => !isHedge || leg === positionSide);
    if (position === undefined) throw new FapiError(-4054, "Cannot add position margin: position is 0.");
    const signed = type === ADD ? amount : -amount;
    const command: Command = { type: "adjustMargin", account, position: position.position, amount: signed };
    await submitAs(context, command, contract, MARGIN_REFUSALS);
    return { amount: Number(text), code: 200 as const, msg: "Successfully modify position margin.", type };
  },
);

const ADD = 1;

const LEVERAGE_REFUSALS: Forms = {
  leverageLowered: {
    code: -4161,
    text: "Leverage reduction is not supported in Isolated Margin Mode with open positions.",
  },
  marginInsufficient: {
    code: -2028,
    text: "Leverage is smaller than permitted: insufficient margin balance.",
  },
  tierLeverage: {
    code: -2027,
    text: "Exceeded the maximum allowable position at current leverage.",
  },
};

const MARGIN_TYPE_REFUSALS: Forms = {
  openOrdersExist: { code: -4047, text: "Margin type cannot be changed if there exists open orders." },
  positionExists: { code: -4048, text: "Margin type cannot be changed if there exists position." },
};

const POSITION_MODE_REFUSALS: Forms = {
  openOrdersExist: { code: -4067, text: "Position side cannot be changed if there exists open orders." },
  positionExists: { code: -4068, text: "Position side cannot be changed if there exists position." },
};

const MARGIN_REFUSALS: Forms = {
  marginInsufficient: { code: -4050, text: "Cross balance insufficient." },
  marginNotRemovable: { code: -4051, text: "Isolated balance insufficient." },
};

async function submitAs(
  context: PrivateContext,
  command: Command,
  contract: ContractSpec | undefined,
  forms: Forms,
): Promise<void> {
  await refusedAs(forms, submitOrThrow(context, command, contract));
}

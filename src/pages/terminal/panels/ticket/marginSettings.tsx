import { useState } from "react";
import { CROSS, ISOLATED } from "../../../../interface/client/v2/words.ts";
import { isDecimal } from "../../../../interface/wire/decimal.ts";
import { isOneWayIn, marginModeOf } from "../../desk/orderRequest.ts";
import {
  POSITION_MODES,
  type PositionMode,
  setLeverage,
  setMarginMode,
  setPositionMode,
} from "../../desk/trading.ts";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { fixed } from "../../format/decimal.ts";
import { Choice } from "../../parts/choice.tsx";
import { DecimalField } from "../../parts/decimalField.tsx";
import { DialogButton } from "../../parts/dialog.tsx";
import { SendButton } from "../../parts/sending.tsx";
import { useStore } from "../../state/useStore.ts";

/** Position mode of the account, margin mode and leverage of the contract: chips, each with its dialog. */
export function MarginSettings() {
  const desk = useDesk();
  const { symbol } = useContract();
  const modes = useStore(desk.account.view, (view) => view?.modes);
  const setting = useStore(desk.account.view, (view) => view?.settings[symbol]);
  const mode = marginModeOf(modes, symbol);
  const leverage =
    setting === undefined
      ? undefined
      : mode === CROSS
        ? setting.cross_leverage
        : setting.isolated_long_leverage;
  const word = mode === CROSS ? "Cross" : "Isolated";
  const held: PositionMode = isOneWayIn(modes) ? "ONE_WAY" : "HEDGE";
  return (
    <div className="chips">
      <DialogButton
        label={POSITION_MODES[held]}
        name={`Position mode: ${POSITION_MODES[held]}`}
        title="Position mode"
        className="button chip"
      >
        {(close) => <PositionModeForm mode={held} close={close} />}
      </DialogButton>
      <DialogButton label={word} name={`Margin mode: ${word}`} title="Margin mode" className="button chip">
        {(close) => <ModeForm mode={mode} close={close} />}
      </DialogButton>
      <DialogButton
        label={leverage === undefined ? "…" : `${fixed(leverage, 0)}×`}
        name={`Leverage: ${leverage === undefined ? "unknown" : `${fixed(leverage, 0)}×`}`}
        title="Leverage"
        className="button chip"
      >
        {(close) => <LeverageForm leverage={leverage ?? "20"} close={close} />}
      </DialogButton>
    </div>
  );
}

/** The venue says what is in the way of a change: an order or a position of any contract, or on paper. */
function PositionModeForm({ mode, close }: { readonly mode: PositionMode; readonly close: () => void }) {
  const desk = useDesk();
  const [wanted, setWanted] = useState(mode);
  return (
    <SendButton
      label="Change"
      isDisabled={wanted === mode}
      about={wanted}
      send={() => setPositionMode(desk, wanted)}
      onSent={close}
    >
      <Choice
        label="Position mode"
        className="choice wide"
        value={wanted}
        options={Object.entries(POSITION_MODES) as [PositionMode, string][]}
        onChange={setWanted}
      />
      <p className="note">
        {wanted === "HEDGE"
          ? "A long and a short of each contract beside each other: an order opens or closes one of them."
          : "One net position of each contract: an order buys or sells, and what it finds of the other side it closes first."}
      </p>
      <p className="note">
        For all contracts, and on paper. It changes while there is neither order nor position.
      </p>
    </SendButton>
  );
}

function ModeForm({
  mode,
  close,
}: {
  readonly mode: typeof CROSS | typeof ISOLATED;
  readonly close: () => void;
}) {
  const desk = useDesk();
  const contract = useContract();
  const [wanted, setWanted] = useState(mode);
  const view = useStore(desk.account.view);
  const held = view?.positions.filter(({ symbol }) => symbol === contract.symbol).length ?? 0;
  const resting = view?.orders.filter(({ symbol }) => symbol === contract.symbol).length ?? 0;
  return (
    <SendButton
      label="Change"
      isDisabled={wanted === mode}
      about={String(wanted)}
      send={() => setMarginMode(desk, contract, wanted)}
      onSent={close}
    >
      <Choice
        label="Margin mode"
        className="choice wide"
        value={String(wanted)}
        options={[
          [String(CROSS), "Cross"],
          [String(ISOLATED), "Isolated"],
        ]}
        onChange={(word) => setWanted(word === String(CROSS) ? CROSS : ISOLATED)}
      />
      <p className="note">
        {wanted === CROSS
          ? "All cross positions share the account's money: it lasts longer, and all of it can be lost."
          : "Each position has margin of its own, and can lose no more than that."}
      </p>
      {held + resting > 0 && (
        <p className="refusal">
          The mode cannot change while there are positions ({held}) or orders ({resting}) of {contract.name}.
        </p>
      )}
    </SendButton>
  );
}

function LeverageForm({ leverage, close }: { readonly leverage: string; readonly close: () => void }) {
  const desk = useDesk();
  const contract = useContract();
  const { minLeverage, maxLeverage } = contract.information;
  const [wanted, setWanted] = useState(leverage.replace(/\.0+$/, ""));
  const steps = [1, 5, 10, 20, 50, 75, 100, 200].filter((each) => each >= minLeverage && each <= maxLeverage);
  return (
    <SendButton
      label="Change"
      isDisabled={!isDecimal(wanted)}
      about={wanted}
      send={() => setLeverage(desk, contract, wanted)}
      onSent={close}
    >
      <DecimalField label="Leverage" value={wanted} step="1" onChange={setWanted} />
      <Choice
        label="Usual settings"
        value={wanted}
        options={steps.map((each) => [String(each), `${each}×`] as const)}
        onChange={setWanted}
      />
      <p className="note">
        {contract.name} allows {minLeverage} to {maxLeverage}. Large positions are allowed less.
      </p>
    </SendButton>
  );
}

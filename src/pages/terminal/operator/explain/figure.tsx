import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";
import { signed, signOf, toneOf, withThousands } from "../../format/decimal.ts";
import { Cross } from "../../parts/icons.tsx";
import { AccountExplained } from "./accountExplained.tsx";
import { amountText, PLACES } from "./amount.ts";

/** Figures of an account as people read them. */
export const FIGURE_NAMES = {
  equity: "Equity",
  wallet: "Wallet",
  available: "Available",
  withdrawable: "Withdrawable",
  unrealized: "Unrealised",
  liquidationPrice: "Liquidation price",
  requirement: "Requirement",
} as const;

/** The figures that say what an account has. */
export const MONEY_FIGURES = ["equity", "wallet", "available", "withdrawable", "unrealized"] as const;

/** An amount of an account that opens its formula and terms when pressed. */
export function Figure({
  account,
  name,
  value,
  isSigned = false,
}: {
  /** The account's id or name. */
  readonly account: string;
  /** The figure's name in the explanation. */
  readonly name: keyof typeof FIGURE_NAMES;
  readonly value: string;
  readonly isSigned?: boolean;
}) {
  const isPrice = name === "liquidationPrice";
  const shown = isSigned ? signed(value, PLACES) : isPrice ? priceText(value) : amountText(value);
  const tone = isSigned && signOf(value) !== 0 ? toneOf(value) : "";
  return (
    <DialogTrigger>
      <Button
        className={`op-figure ${tone}`}
        aria-label={`${FIGURE_NAMES[name]} of ${account}, ${shown}: explain`}
      >
        {shown}
      </Button>
      <ModalOverlay className="veil" isDismissable>
        <Modal className="modal op-wide">
          <Dialog className="dialog">
            {({ close }) => (
              <>
                <header className="dialog-head">
                  <Heading slot="title">
                    {FIGURE_NAMES[name]}, {account}
                  </Heading>
                  <Button className="close" aria-label="Close" onPress={close}>
                    <Cross />
                  </Button>
                </header>
                <AccountExplained account={account} first={name} />
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

/** A price of 0 is shown as none: nothing liquidates the position. */
function priceText(price: string): string {
  return /[1-9]/.test(price) ? withThousands(price) : "none";
}

import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { useContract } from "../../desk/useDesk.ts";
import { later } from "../../layout/later.tsx";
import { Chevron } from "../../parts/icons.tsx";

const SymbolPicker = later(async () => (await import("./symbolPicker.tsx")).SymbolPicker);

/** Chooses the contract. */
export function SymbolMenu() {
  const contract = useContract();
  return (
    <DialogTrigger>
      <Button className="symbol-button">
        <b>{contract.name}</b>
        <span className="faint">Perp</span>
        <span className="unseen">, choose another contract</span>
        <Chevron />
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog aria-label="Contracts">{({ close }) => <SymbolPicker close={close} />}</Dialog>
      </Popover>
    </DialogTrigger>
  );
}

import type { ReactNode } from "react";
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Cross } from "./icons.tsx";

/** A button that opens a dialog; Escape and a press outside close it, and the focus returns. */
export function DialogButton({
  label,
  name,
  title,
  className = "button small",
  isDisabled = false,
  children,
}: {
  readonly label: ReactNode;
  /** A name for readers who do not see the context. */
  readonly name?: string;
  readonly title: string;
  readonly className?: string;
  readonly isDisabled?: boolean;
  readonly children: (close: () => void) => ReactNode;
}) {
  return (
    <DialogTrigger>
      <Button
        className={className}
        isDisabled={isDisabled}
        {...(name !== undefined && { "aria-label": name })}
      >
        {label}
      </Button>
      <ModalOverlay className="veil" isDismissable>
        <Modal className="modal">
          <Dialog className="dialog">
            {({ close }) => (
              <>
                <header className="dialog-head">
                  <Heading slot="title">{title}</Heading>
                  <Button className="close" aria-label="Close" onPress={close}>
                    <Cross />
                  </Button>
                </header>
                {children(close)}
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

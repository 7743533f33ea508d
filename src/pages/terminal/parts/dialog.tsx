import { type ReactNode, useEffect, useRef } from "react";
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Cross } from "./icons.tsx";

/**
 * What is in a dialog: its title, a button that closes it, and the rest. The focus stays within, whatever
 * becomes of what has it.
 */
export function DialogBody({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    const dialog = head.current?.closest<HTMLElement>("[role=dialog]");
    if (dialog == null) return;
    // A button that is disabled or taken away leaves the focus to the body, where no key reaches the dialog,
    // and tells nobody.
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) dialog.focus();
    });
    observer.observe(dialog, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["disabled"],
    });
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <header className="dialog-head" ref={head}>
        <Heading slot="title">{title}</Heading>
        <Button className="close" aria-label="Close" onPress={onClose}>
          <Cross />
        </Button>
      </header>
      {children}
    </>
  );
}

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
              <DialogBody title={title} onClose={close}>
                {children(close)}
              </DialogBody>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

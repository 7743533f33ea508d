import "./palette.css";
import { useState } from "react";
import {
  Autocomplete,
  Button,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from "react-aria-components";
import type { Command } from "../../desk/commands.ts";
import { DialogBody } from "../../parts/dialog.tsx";
import { Keys } from "./keys.tsx";

/** Every command by its words; one that trades asks before it does. */
export function Palette({
  commands,
  isOpen,
  onOpenChange,
}: {
  readonly commands: readonly Command[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}) {
  const { contains } = useFilter({ sensitivity: "base" });
  const [asked, setAsked] = useState<Command>();
  if (asked !== undefined) return <Question of={asked} onDone={() => setAsked(undefined)} />;
  return (
    <ModalOverlay className="veil palette-veil" isDismissable isOpen={isOpen} onOpenChange={onOpenChange}>
      <Modal className="modal palette">
        <Dialog className="dialog" aria-label="Commands">
          <Autocomplete filter={contains}>
            <SearchField aria-label="Search a command" autoFocus>
              <Input className="input" placeholder="What to do…" />
            </SearchField>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
            <section className="palette-list" tabIndex={0} aria-label="Commands with these words">
              <Menu
                aria-label="Commands"
                items={commands}
                renderEmptyState={() => <p className="empty">No command has these words.</p>}
                onAction={(id) => {
                  onOpenChange(false);
                  const command = commands.find((each) => each.id === id);
                  // Once the dialog has given the focus back.
                  setTimeout(() => (command?.trades === undefined ? command?.run() : setAsked(command)));
                }}
              >
                {({ id, title, keys }) => (
                  <MenuItem id={id} textValue={title} className="palette-item">
                    <span>{title}</span>
                    {keys !== undefined && <Keys keys={keys} />}
                  </MenuItem>
                )}
              </Menu>
            </section>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Asks whether a command that trades is meant. Who holds Enter since the palette has not answered. */
function Question({
  of: { title, trades, run },
  onDone,
}: {
  readonly of: Command;
  readonly onDone: () => void;
}) {
  return (
    <ModalOverlay className="veil" isDismissable isOpen onOpenChange={onDone}>
      <Modal className="modal">
        <Dialog className="dialog">
          <DialogBody title={title} onClose={onDone}>
            <p>{trades?.()}</p>
            <Button
              className="button tall primary"
              onPress={() => {
                onDone();
                run();
              }}
            >
              Send it
            </Button>
          </DialogBody>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

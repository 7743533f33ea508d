import "./palette.css";
import {
  Autocomplete,
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
import { Keys } from "./keys.tsx";

/** Every command by its words. */
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
                  setTimeout(() => command?.run());
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

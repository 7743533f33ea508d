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
            <Menu
              className="palette-list"
              ref={reachable}
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
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What scrolls is reached by the tab key, too; the library leaves it out because the arrow keys in the field move in it. */
function reachable(list: HTMLElement | null): void {
  if (list !== null) list.tabIndex = 0;
}

function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className="keys">
      {keys.split(" ").map((key) => (
        <kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</kbd>
      ))}
    </span>
  );
}

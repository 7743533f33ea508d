import { useState } from "react";
import { Button, Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { Command } from "../../desk/commands.ts";
import { chordOf, conflictOf, keymap } from "../../desk/shortcuts.ts";
import { useStore } from "../../state/useStore.ts";
import { Keys } from "./keys.tsx";

/** The map of shortcuts, in which each can be given other keys. */
export function ShortcutMap({
  commands,
  isFixed = false,
  isOpen,
  onOpenChange,
}: {
  /** All commands, with their present keys. */
  readonly commands: readonly Command[];
  /** Whether the keys cannot be changed. */
  readonly isFixed?: boolean;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}) {
  const map = useStore(keymap);
  const fixed = [
    { id: "palette", title: "Every command, by its words", keys: "Ctrl K" },
    { id: "map", title: "This map", keys: "?" },
    ...(isFixed ? commands.filter(hasKeys) : []),
  ];
  const shown = isFixed ? [] : commands.filter(({ id, keys }) => keys !== undefined || map[id] !== undefined);
  return (
    <ModalOverlay className="veil" isDismissable isOpen={isOpen} onOpenChange={onOpenChange}>
      <Modal className="modal">
        <Dialog className="dialog">
          <Heading slot="title">Shortcuts</Heading>
          <p className="note">
            They hold where nothing is typed. Those marked ! trade, and hold only while one-key trading is
            armed.
          </p>
          <dl className="shortcut-map">
            {fixed.map(({ id, title, keys }) => (
              <div key={id}>
                <dt>{title}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
            {shown.map((command) => (
              <Row key={command.id} command={command} commands={commands} />
            ))}
          </dl>
          {!isFixed && (
            <Button
              className="button small"
              isDisabled={Object.keys(map).length === 0}
              onPress={() => keymap.set({})}
            >
              As they came
            </Button>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function hasKeys(command: Command): command is Command & { readonly keys: string } {
  return command.keys !== undefined;
}

function Row({ command, commands }: { readonly command: Command; readonly commands: readonly Command[] }) {
  const [isAsking, setAsking] = useState(false);
  const [conflict, setConflict] = useState<string>();
  const { id, title, keys, trades } = command;
  const take = (event: React.KeyboardEvent) => {
    if (!isAsking || ["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") {
      setAsking(false);
      return;
    }
    const chosen = event.key === "Backspace" ? "" : chordOf(event);
    const other = chosen === "" ? undefined : conflictOf(commands, id, chosen);
    setConflict(other === undefined ? undefined : `${chosen} belongs to “${other.title}”`);
    if (other !== undefined) return;
    keymap.set({ ...keymap.value, [id]: chosen });
    setAsking(false);
  };
  return (
    <div>
      <dt>
        {trades !== undefined && <span className="warn">! </span>}
        {title}
        {conflict !== undefined && (
          <span className="danger" role="alert">
            {" "}
            {conflict}
          </span>
        )}
      </dt>
      <dd>
        <button
          type="button"
          className="key-choice"
          onClick={() => {
            setConflict(undefined);
            setAsking(true);
          }}
          onKeyDown={take}
          onBlur={() => setAsking(false)}
        >
          <span className="unseen">Keys of {title}: </span>
          {isAsking ? "press a key…" : keys === undefined ? "none" : <Keys keys={keys} />}
        </button>
      </dd>
    </div>
  );
}

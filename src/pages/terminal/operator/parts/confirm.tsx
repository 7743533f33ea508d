import { type ReactNode, useState } from "react";
import { DialogButton } from "../../parts/dialog.tsx";
import { SendButton } from "../../parts/sending.tsx";
import { TextInput } from "./fields.tsx";

/**
 * A button for an action that cannot be undone: it opens a dialog that says what will happen, and has a word
 * typed first, such as the name of what is acted on.
 */
export function ConfirmButton({
  label,
  name,
  title,
  word,
  isDisabled = false,
  children,
  send,
}: {
  readonly label: string;
  /** What a screen reader calls the button, where its label alone does not say what it acts on. */
  readonly name?: string;
  readonly title: string;
  /** What must be typed before the action can be sent. */
  readonly word: string;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
  readonly send: () => Promise<string | undefined>;
}) {
  return (
    <DialogButton label={label} title={title} isDisabled={isDisabled} {...(name !== undefined && { name })}>
      {(close) => (
        <Confirm label={label} word={word} send={send} onDone={close}>
          {children}
        </Confirm>
      )}
    </DialogButton>
  );
}

function Confirm({
  label,
  word,
  children,
  send,
  onDone,
}: {
  readonly label: string;
  readonly word: string;
  readonly children: ReactNode;
  readonly send: () => Promise<string | undefined>;
  readonly onDone: () => void;
}) {
  const [typed, setTyped] = useState("");
  return (
    <div className="op-form">
      <p>{children}</p>
      <TextInput label={`Type ${word} to confirm`} value={typed} onChange={setTyped} />
      <SendButton label={label} tone="short" isDisabled={typed.trim() !== word} send={send} onSent={onDone} />
    </div>
  );
}

import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { DialogButton } from "./dialog.tsx";

/** Whether the venue is there: without it nothing can be sent. */
export const Connected = createContext(true);

/** Whether something is being sent, and the last refusal. */
export interface Sending {
  readonly isBusy: boolean;
  readonly refusal: string | undefined;
  /** One press, one request: presses meanwhile do nothing. @returns whether it was sent and accepted */
  send(act: () => Promise<string | undefined>): Promise<boolean>;
}

/**
 * Sends what a press asks for. A refusal is shown as long as the same thing would be sent again; once that is
 * changed, the refusal disappears.
 *
 * @param about what would be sent, compared by identity
 */
export function useSending(about: unknown): Sending {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ readonly words: string; readonly about: unknown }>();
  const now = useRef({ about, isBusy: false });
  now.current.about = about;
  return {
    isBusy,
    refusal: refused !== undefined && Object.is(refused.about, about) ? refused.words : undefined,
    async send(act) {
      if (now.current.isBusy) return false;
      now.current.isBusy = true;
      setBusy(true);
      setRefused(undefined);
      const words = await act();
      now.current.isBusy = false;
      setBusy(false);
      if (words !== undefined) setRefused({ words, about: now.current.about });
      return words === undefined;
    },
  };
}

/** The refusal of something that was sent, beside the button that sent it. */
export function Refusal({ of: { refusal } }: { readonly of: Sending }) {
  if (refusal === undefined) return null;
  return (
    <p className="refusal" role="alert">
      {refusal}
    </p>
  );
}

/**
 * A form that sends something, in a dialog: its fields, and the button, which Enter in a field presses. One
 * press is one request, and the venue's own sentence stands beside the button if it refuses. While sending,
 * the button keeps the focus, which a disabled button would lose.
 *
 * @param about what would be sent, as text: a change of it removes the last refusal
 * @param send resolves to the refusal, if there is one
 * @param children the fields
 */
export function SendButton({
  label,
  tone = "primary",
  isDisabled = false,
  about = "",
  send,
  onSent,
  children,
}: {
  readonly label: string;
  readonly tone?: "primary" | "long" | "short";
  readonly isDisabled?: boolean;
  readonly about?: string;
  readonly send: () => Promise<string | undefined>;
  readonly onSent: () => void;
  readonly children?: ReactNode;
}) {
  const sending = useSending(about);
  const isConnected = useContext(Connected);
  const press = async () => {
    if (await sending.send(send)) onSent();
  };
  return (
    <form
      className="send"
      noValidate // what is wrong with a field stands beside it
      onSubmit={(event) => {
        event.preventDefault();
        void press();
      }}
    >
      {children}
      <Refusal of={sending} />
      <Button type="submit" className={`button tall ${tone}`} isDisabled={isDisabled || !isConnected}>
        {sending.isBusy ? "Sending…" : label}
      </Button>
    </form>
  );
}

/** Asks before it does what cannot be taken back: a button, and a dialog with the question. */
export function QuestionButton({
  label,
  question,
  send,
}: {
  /** Text of the button: "Cancel all". */
  readonly label: string;
  readonly question: string;
  readonly send: () => Promise<string | undefined>;
}) {
  return (
    <DialogButton label={label} title={`${label}?`}>
      {(close) => (
        <SendButton label={label} send={send} onSent={close}>
          <p>{question}</p>
        </SendButton>
      )}
    </DialogButton>
  );
}

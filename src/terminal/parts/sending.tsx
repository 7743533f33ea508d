import { useRef, useState } from "react";
import { Button } from "react-aria-components";

/** What is being sent, and what refused it. */
export interface Sending {
  readonly isBusy: boolean;
  readonly refusal: string | undefined;
  /** One press, one request: what is pressed meanwhile does nothing. @returns whether it was sent and not refused */
  send(act: () => Promise<string | undefined>): Promise<boolean>;
}

/**
 * Sends what a press asks for. A refusal is told for as long as what it refused is what would be sent: what was mended is no longer complained of.
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

/** What refused something that was sent, beside the button that sent it. */
export function Refusal({ of: { refusal } }: { readonly of: Sending }) {
  if (refusal === undefined) return null;
  return (
    <p className="refusal" role="alert">
      {refusal}
    </p>
  );
}

/**
 * What a dialog sends: one press, one request, and the venue's own sentence beside the button when it refuses. While it is sent the button
 * keeps the focus: one that is disabled would drop it.
 *
 * @param about what would be sent, as text: another one takes the refusal of the last one away
 * @param send resolves to what refused it
 */
export function SendButton({
  label,
  tone = "primary",
  isDisabled = false,
  about = "",
  send,
  onSent,
}: {
  readonly label: string;
  readonly tone?: "primary" | "long" | "short";
  readonly isDisabled?: boolean;
  readonly about?: string;
  readonly send: () => Promise<string | undefined>;
  readonly onSent: () => void;
}) {
  const sending = useSending(about);
  const press = async () => {
    if (await sending.send(send)) onSent();
  };
  return (
    <>
      <Refusal of={sending} />
      <Button className={`button tall ${tone}`} isDisabled={isDisabled} onPress={() => void press()}>
        {sending.isBusy ? "Sending…" : label}
      </Button>
    </>
  );
}

import { useState } from "react";
import { Button } from "react-aria-components";

/**
 * What a dialog sends: one press, one request, and the venue's own sentence beside the button when it refuses. While it is sent the button
 * keeps the focus: one that is disabled would drop it.
 *
 * @param send resolves to what refused it
 */
export function SendButton({
  label,
  tone = "primary",
  isDisabled = false,
  send,
  onSent,
}: {
  readonly label: string;
  readonly tone?: "primary" | "long" | "short";
  readonly isDisabled?: boolean;
  readonly send: () => Promise<string | undefined>;
  readonly onSent: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const press = async () => {
    if (isBusy) return;
    setBusy(true);
    setRefusal(undefined);
    const refused = await send();
    setBusy(false);
    if (refused === undefined) onSent();
    else setRefusal(refused);
  };
  return (
    <>
      {refusal !== undefined && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      {/* Not disabled while it sends: it would lose the focus. */}
      <Button className={`button tall ${tone}`} isDisabled={isDisabled} onPress={() => void press()}>
        {isBusy ? "Sending…" : label}
      </Button>
    </>
  );
}

import { type ReactNode, useEffect, useRef, useState } from "react";
import { isDecimal } from "../../../interface/wire/decimal.ts";
import { neighboursOnGrid } from "./decimalField.tsx";

/**
 * A number in a table that can be edited in place: a press (or Enter) turns it into a field, Enter sends what
 * was typed, Escape or leaving the field discards it. Typing sends nothing. A refusal is shown beside the
 * table and leaves the field open.
 *
 * @param send resolves to the refusal, if there is one
 */
export function EditCell({
  name,
  value,
  step,
  send,
  children,
}: {
  /** A name for readers who do not see the context: "Price of open long BTC/USDT". */
  readonly name: string;
  readonly value: string;
  /** The step of the contract's prices or sizes, "0.1": what is typed must be a multiple of it. */
  readonly step: string;
  readonly send: (value: string) => Promise<string | undefined>;
  readonly children: ReactNode;
}) {
  const [typed, setTyped] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && typed === undefined) button.current?.focus();
    wasOpen.current = typed !== undefined;
  }, [typed]);
  if (typed === undefined) {
    return (
      <button ref={button} type="button" className="edit-cell" onClick={() => setTyped(value)}>
        <span className="unseen">{name} </span>
        {children}
        <span className="unseen">, edit</span>
      </button>
    );
  }
  const isWrong = !isDecimal(typed) || neighboursOnGrid(typed, step) !== undefined;
  const submit = async () => {
    if (isWrong || isBusy) return;
    if (typed === value) {
      setTyped(undefined);
      return;
    }
    setBusy(true);
    const refused = await send(typed);
    setBusy(false);
    if (refused === undefined) setTyped(undefined);
  };
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the press that made it asked to type here
      autoFocus
      className="input edit-input num"
      aria-label={`${name}; Enter amends, Escape leaves it`}
      aria-invalid={isWrong}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      readOnly={isBusy}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value.replace(/\s/g, ""))}
      onBlur={() => {
        if (!isBusy) setTyped(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") void submit();
        else if (event.key === "Escape") setTyped(undefined);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

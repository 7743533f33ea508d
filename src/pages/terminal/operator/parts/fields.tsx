import { type ReactNode, useId } from "react";
import { Input, Label, TextField } from "react-aria-components";
import { offered } from "./offered.ts";

/** A text as it is typed, with its label above. */
export function TextInput({
  label,
  value,
  onChange,
  note,
  isRequired = false,
  isDecimal = false,
  isSecret = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly note?: ReactNode;
  readonly isRequired?: boolean;
  readonly isDecimal?: boolean;
  /** Hides the text from onlookers. */
  readonly isSecret?: boolean;
}) {
  return (
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      isRequired={isRequired}
      autoComplete="off"
      {...(isSecret && { type: "password" as const })}
      {...(isDecimal && { inputMode: "decimal" as const })}
    >
      <Label>{label}</Label>
      <Input className={isDecimal ? "input num" : "input"} spellCheck={false} />
      {note !== undefined && <span className="note">{note}</span>}
    </TextField>
  );
}

/** One of many as the system shows it: with a label above, small enough for a phone. */
export function PickField<T extends string>({
  label,
  value,
  options,
  onChange,
  note,
  isLabelUnseen = false,
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
  readonly note?: string;
  readonly isLabelUnseen?: boolean;
}) {
  const id = useId();
  return (
    <div className="field op-pick">
      <label htmlFor={id} className={isLabelUnseen ? "unseen" : "field-label"}>
        {label}
      </label>
      <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value as T)}>
        {offered(options, value).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      {note !== undefined && <span className="note">{note}</span>}
    </div>
  );
}

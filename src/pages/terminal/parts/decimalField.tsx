import { useState } from "react";
import { FieldError, Input, Label, TextField } from "react-aria-components";
import { isDecimal } from "../../../interface/wire/decimal.ts";
import { big, withThousands } from "../format/decimal.ts";
import { meaningOf, readingsOf } from "./typedDecimal.ts";

/**
 * A price or a size as text: nothing is rounded or changed without the reader. Up and down move by a step,
 * ten with shift, a hundred with control. A value off the grid is reported, with its two neighbours to choose
 * from, and so is one whose comma may part thousands or be the point, with its two readings.
 */
export function DecimalField({
  label,
  value,
  step,
  onChange,
  isRequired = false,
}: {
  readonly label: string;
  readonly value: string;
  /** The step of the contract's prices or sizes, "0.1": a value that is no multiple of it is off the grid. */
  readonly step: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
}) {
  const [typed, setTyped] = useState(value);
  const readings = readingsOf(value);
  const neighbours = neighboursOnGrid(value, step);
  const choices = readings ?? neighbours;
  const move = (steps: string) => {
    if (value !== "" && !isDecimal(value)) return;
    const next = big(value || "0").plus(big(step).times(steps));
    onChange(next.lt("0") ? "0" : next.toFixed(placesOf(step)));
  };
  return (
    <div className="field-group">
      <TextField
        className="field"
        // While it is typed it stands as it is typed: what a comma means is known only from what follows.
        value={meaningOf(typed) === value ? typed : value}
        onChange={(text) => {
          setTyped(text);
          onChange(meaningOf(text));
        }}
        onBlur={() => setTyped(value)}
        isInvalid={choices !== undefined || (value !== "" && !isDecimal(value))}
        isRequired={isRequired}
        inputMode="decimal"
        autoComplete="off"
      >
        <Label>{label}</Label>
        <Input
          className="input num"
          onKeyDown={(event) => {
            if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
            event.preventDefault();
            const size = event.ctrlKey || event.altKey ? "100" : event.shiftKey ? "10" : "1";
            move(event.key === "ArrowUp" ? size : `-${size}`);
          }}
        />
        <FieldError className="field-error">
          {readings !== undefined
            ? "Does the comma part thousands?"
            : neighbours !== undefined
              ? `Not a multiple of ${step}`
              : "A decimal, such as 0.5"}
        </FieldError>
      </TextField>
      {choices !== undefined && (
        <div className="neighbours">
          {choices.map((each) => (
            <button key={each} type="button" className="button small" onClick={() => onChange(each)}>
              {withThousands(each)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/**
 * The multiples of the step on both sides of a value that is none itself; `undefined` if the value is one, or
 * is no decimal.
 */
export function neighboursOnGrid(value: string, step: string): readonly [string, string] | undefined {
  if (!isDecimal(value)) return undefined;
  const rest = big(value).mod(step);
  if (rest.eq("0")) return undefined;
  const below = big(value).minus(rest);
  const places = placesOf(step);
  return [below.toFixed(places), below.plus(step).toFixed(places)];
}

function placesOf(step: string): number {
  return step.split(".")[1]?.length ?? 0;
}

import { FieldError, Input, Label, TextField } from "react-aria-components";
import { isDecimal } from "../../wire/decimal.ts";
import { big, dressed } from "../format/decimal.ts";

/**
 * A price or a size as text: nothing is rounded or changed without the reader. Up and down move by a step, ten with
 * shift, a hundred with control. A value off the grid is reported, with its two neighbours to choose from.
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
  /** "0.1"; decimals on the grid are multiples of it. */
  readonly step: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
}) {
  const neighbours = offGrid(value, step);
  const move = (steps: string) => {
    const from = isDecimal(value) ? big(value) : big("0");
    const next = from.plus(big(step).times(steps));
    onChange(next.lt("0") ? "0" : next.toFixed(placesOf(step)));
  };
  return (
    <div className="field-group">
      <TextField
        className="field"
        value={value}
        onChange={(text) => onChange(cleaned(text))}
        isInvalid={neighbours !== undefined || (value !== "" && !isDecimal(value))}
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
          {neighbours === undefined ? "A decimal, such as 0.5" : `Not a multiple of ${step}`}
        </FieldError>
      </TextField>
      {neighbours !== undefined && (
        <div className="neighbours">
          {neighbours.map((each) => (
            <button key={each} type="button" className="button small" onClick={() => onChange(each)}>
              {dressed(each)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Thousands may be typed with separators, and the point as a comma; the interface accepts neither. */
function cleaned(text: string): string {
  const plain = text.replace(/[\s\u2009_]/g, "");
  return /^\d*,\d*$/.test(plain) ? plain.replace(",", ".") : plain.replaceAll(",", "");
}

/** The multiples of the step on both sides of a value off the grid; `undefined` if there is nothing to correct. */
export function offGrid(value: string, step: string): readonly [string, string] | undefined {
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

import { ToggleButton, ToggleButtonGroup } from "react-aria-components";

/** One of a few, all in sight: arrows move, one tab stop. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
  className = "choice",
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
}) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={className}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChange(key as T);
      }}
    >
      {options.map(([key, text]) => (
        <ToggleButton key={key} id={key} className="choice-item">
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

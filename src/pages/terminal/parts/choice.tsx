import type { ReactNode } from "react";
import { Checkbox, ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { Tick } from "./icons.tsx";

/** One of a few choices, all visible: arrows move, one tab stop. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
  className = "choice",
}: {
  readonly label: string;
  readonly value: T;
  /** Text of each choice, and its accessible name if that says more; the name begins with the text. */
  readonly options: readonly (readonly [T, string, string?])[];
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
      {options.map(([key, text, name]) => (
        <ToggleButton
          key={key}
          id={key}
          className="choice-item"
          {...(name !== undefined && { "aria-label": name })}
        >
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** A choice of yes or no. */
export function Toggle({
  isSelected,
  onChange,
  children,
}: {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <Checkbox className="toggle" isSelected={isSelected} onChange={onChange}>
      <span className="toggle-box">{isSelected && <Tick />}</span>
      {children}
    </Checkbox>
  );
}

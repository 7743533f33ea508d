import {
  Select as AriaSelect,
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from "react-aria-components";
import { Chevron } from "./icons.tsx";

/** One of many choices, in a list that opens. */
export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}) {
  return (
    <AriaSelect
      aria-label={label}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(key as T);
      }}
    >
      <Button className="select">
        <SelectValue />
        <Chevron />
      </Button>
      <Popover className="popover narrow">
        <ListBox className="options">
          {options.map(([key, text]) => (
            <ListBoxItem key={key} id={key} className="option">
              {text}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

import type { ReactNode } from "react";
import { Checkbox } from "react-aria-components";
import { Tick } from "./icons.tsx";

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

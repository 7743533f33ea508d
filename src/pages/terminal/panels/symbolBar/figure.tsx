import { type ReactNode, useId } from "react";
import { Button, DialogTrigger, Popover } from "react-aria-components";
import type { Meaning } from "./meanings.ts";

/** A number with its name above it; a press on either opens an explanation of the number. */
export function Figure({ meaning, children }: { readonly meaning: Meaning; readonly children: ReactNode }) {
  return (
    <div className="figure">
      <dt>
        <MeaningButton meaning={meaning}>{meaning.name}</MeaningButton>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Opens a popover that says what a figure is, in which unit, and how it is computed. The button's `::after`
 * covers its nearest positioned ancestor: a press anywhere in that one opens the popover.
 */
export function MeaningButton({
  meaning: { title, unit, what, how },
  children,
}: {
  readonly meaning: Meaning;
  readonly children: ReactNode;
}) {
  const titleId = useId();
  return (
    <DialogTrigger>
      <Button className="figure-name">
        {children}
        <span className="unseen">: what it is</span>
      </Button>
      <Popover className="popover meaning" placement="bottom start" offset={24} aria-labelledby={titleId}>
        <h2 id={titleId}>{title}</h2>
        <p>{what}</p>
        <dl>
          <dt>Unit</dt>
          <dd>{unit}</dd>
          <dt>How it is computed</dt>
          <dd>{how}</dd>
        </dl>
      </Popover>
    </DialogTrigger>
  );
}

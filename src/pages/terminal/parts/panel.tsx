import type { ReactNode } from "react";

/** A labelled part of the page, with its heading and what belongs beside it. */
export function Panel({
  name,
  title,
  aside,
  isBare = false,
  children,
}: {
  /** The element's name, by which keys lead to it: `panel-book`. */
  readonly name: string;
  readonly title: string;
  readonly aside?: ReactNode;
  /** Whether the heading is for screen readers only. */
  readonly isBare?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section className={`panel panel-${name}`} id={`panel-${name}`} aria-label={title} tabIndex={-1}>
      {isBare ? (
        <h2 className="unseen">{title}</h2>
      ) : (
        <header className="panel-head">
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

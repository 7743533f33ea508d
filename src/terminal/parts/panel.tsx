import type { ReactNode } from "react";

/** A labelled part of the page, with its heading and what belongs beside it. */
export function Panel({
  name,
  title,
  aside,
  isBare = false,
  children,
}: {
  /** Of the element, so that keys can lead there: `panel-book`. */
  readonly name: string;
  readonly title: string;
  readonly aside?: ReactNode;
  /** The heading is for screen readers alone. */
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

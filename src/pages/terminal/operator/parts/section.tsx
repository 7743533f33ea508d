import type { ReactNode } from "react";

/** A labelled part of a view, as high as its content. */
export function Section({
  title,
  aside,
  failure,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  /** Why the content may be out of date; undefined where it is not. */
  readonly failure?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <section className="op-section" aria-label={title}>
      <header className="panel-head">
        <h3>{title}</h3>
        {aside}
      </header>
      {failure !== undefined && (
        <p className="op-failure danger" role="status">
          Not up to date: {failure}
        </p>
      )}
      {children}
    </section>
  );
}

/** A figure with its name; what it is made of stands behind it where `children` is a button. */
export function Fact({
  name,
  isWide = false,
  children,
}: {
  readonly name: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={isWide ? "op-fact wide" : "op-fact"}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import type { ControlServices } from "../operation.ts";
import type { Figures } from "./figures.ts";

/**
 * How much clients use of the limits, rule by rule: weights, orders, connections, requests of an operation.
 * A rule without a limit has no figure.
 */
export function addLimitMetrics(figures: Figures, { clients: { limits }, clock }: ControlServices): void {
  const rules = () => limits.uses(clock.monotonicMs());
  figures.counters(
    "outcry_limit_used_total",
    "What was used of a limit, by all addresses or accounts together, by rule.",
    ["rule"],
    () => rules().map(({ rule, used }) => [{ rule }, used]),
  );
  figures.counters("outcry_limit_refused_total", "Requests refused by a limit, by rule.", ["rule"], () =>
    rules().map(({ rule, refused }) => [{ rule }, refused]),
  );
  figures.gauges(
    "outcry_limit_used_ratio",
    "Share of a limit that is used in the running window, of the address or account that uses most, by rule.",
    ["rule"],
    () => rules().map(({ rule, fullest }) => [{ rule }, fullest]),
  );
}

import { collectDefaultMetrics } from "prom-client";
import type { Route } from "../../http/routes.ts";
import type { SourceReport } from "../../operation.ts";
import type { ControlServices } from "../operation.ts";
import type { Sample } from "./figures.ts";
import { Figures } from "./figures.ts";
import { addMarketMetrics } from "./marketMetrics.ts";

/**
 * `GET /metrics`: figures in the text form that Prometheus reads; docs/reference/metrics.md is made of them.
 * The process's own start with the first scrape, so that a venue nobody watches measures nothing.
 */
export function metricsRoute(services: ControlServices): Route {
  const {
    clients: { metrics },
    clock,
  } = services;
  const { registry } = metrics;
  const figures = new Figures(registry, services.log);
  figures.gauge("outcry_up", "1 while the engine takes commands.", () =>
    services.engine.state === "running" || services.engine.state === "following" ? 1 : 0,
  );
  figures.gauge(
    "outcry_durable_seq",
    "Sequence number of the last durable command.",
    () => services.engine.durableSeq,
  );
  figures.gauge(
    "outcry_head_seq",
    "Sequence number of the last executed command.",
    () => services.engine.headSeq,
  );
  figures.gauge("outcry_history_lag", "Commands that the history has yet to take in.", () =>
    Math.max(0, services.engine.durableSeq - services.history.appliedSeq),
  );
  figures.gauge(
    "outcry_history_failed",
    "1 while reads of the history, or of what is damaged in it, are refused.",
    () => ((services.history.failure ?? services.history.damage) === undefined ? 0 : 1),
  );
  const {
    cluster,
    venue: { disk },
  } = services;
  if (disk !== undefined)
    figures.gauges("outcry_disk_free_bytes", "Free where the data directory is.", [], async () => [
      [{}, (await disk()).freeBytes],
    ]);
  if (cluster !== undefined) {
    const itself = () => cluster.status().nodes.find(({ node }) => node === cluster.status().node);
    figures.gauge("outcry_cluster_leads", "1 while this node leads.", () => (cluster.status().leads ? 1 : 0));
    figures.gauge("outcry_cluster_epoch", "How often a node has come to lead.", () => cluster.status().epoch);
    figures.gauge(
      "outcry_cluster_lag",
      "Commands that this node has yet to execute.",
      () => itself()?.lag ?? 0,
    );
    figures.gauge(
      "outcry_cluster_stale_seconds",
      "How long ago this node last heard of the leader or of the end of the log; 0 where it leads.",
      () => cluster.status().staleSeconds,
    );
    figures.gauge("outcry_cluster_linked", "1 while this node leads, or reaches the one that does.", () =>
      cluster.status().linked ? 1 : 0,
    );
    figures.gauge(
      "outcry_cluster_clocks_wrong",
      "Clocks, of nodes and of the database, that are further from the median of all than they may be.",
      () => {
        const { clocks, clockBoundMs } = cluster.status();
        return clocks.filter(({ offMs }) => Math.abs(offMs ?? 0) > clockBoundMs).length;
      },
    );
    figures.counter(
      "outcry_cluster_unknown_total",
      "Requests passed on by this node that were never answered.",
      () => cluster.status().unknown,
    );
  }
  figures.gauge(
    "outcry_market_time_seconds",
    "Market time, Unix seconds.",
    () => services.engine.now() / 1000,
  );
  figures.gauge(
    "outcry_market_time_ahead_seconds",
    "Market time minus the host's.",
    () => (services.time.venueClock.now() - clock.wallMs()) / 1000,
  );
  figures.gauge(
    "outcry_signature_failures_kept",
    "Signature failures that control can show.",
    () => services.clients.signatureFailures().length,
  );
  const audited = () => services.engine.backgroundAudit;
  figures.counter(
    "outcry_audit_passes_total",
    "Complete passes of the background audit.",
    () => audited()?.passes ?? 0,
  );
  figures.gauge("outcry_audit_violations", "1 once the background audit found a broken rule.", () =>
    audited()?.broken === undefined ? 0 : 1,
  );
  figures.gauge(
    "outcry_audit_seq",
    "Sequence number at the end of the background audit's last pass.",
    () => audited()?.lastPass?.seq ?? 0,
  );
  figures.gauge(
    "outcry_audit_slice_seconds_max",
    "The longest slice of the background audit.",
    () => (audited()?.longestSliceMs ?? 0) / 1000,
  );
  const sockets = services.clients.socketFigures;
  figures.gauge("outcry_sockets", "WebSocket connections that are open.", () => sockets().connections);
  figures.gauge("outcry_sockets_backlog_bytes", "Bytes that wait to be read.", () => sockets().backlogBytes);
  figures.gauge(
    "outcry_sockets_backlog_bytes_max",
    "The same of the connection with the most.",
    () => sockets().backlogMaxBytes,
  );
  figures.counter(
    "outcry_sockets_too_slow_total",
    "Connections closed because they did not read.",
    () => sockets().tooSlow,
  );
  figures.gauge(
    "outcry_sockets_lag_seconds_max",
    "For how long the connection that is behind for longest has not read everything.",
    () => sockets().lagMaxMs / 1000,
  );
  figures.counter("outcry_pushes_total", "Messages sent to WebSocket connections.", () => sockets().messages);
  figures.counters(
    "outcry_news_total",
    "What went on in the market, by kind: liquidations, take-overs, deleveraging, funding, gaps, and so on.",
    ["kind"],
    () => [...services.records.news.counts].map(([kind, times]) => [{ kind }, times]),
  );
  addMarketMetrics(figures, services);
  addLimitMetrics(figures, services);
  const sources = (figure: (source: SourceReport) => number | undefined) => () =>
    services.prices.sources().flatMap((source): Sample[] => {
      const value = figure(source);
      return value === undefined ? [] : [[{ symbol: source.symbol }, value]];
    });
  figures.gauges(
    "outcry_source_live",
    "1 while the book of the market that this one shows stands here, by symbol.",
    ["symbol"],
    sources(({ state }) => (["live", "thin", "misfit", "made", "gap"].includes(state) ? 1 : 0)),
  );
  figures.gauges(
    "outcry_source_thin",
    "1 while a side of the book here has less than the shown market's best price, or nothing, by symbol.",
    ["symbol"],
    sources(({ state }) => (state === "thin" ? 1 : 0)),
  );
  figures.gauges(
    "outcry_source_divergence",
    "How far the middle of the book here is from the shown market's, as a part of it, by symbol.",
    ["symbol"],
    sources(({ divergence }) => divergence),
  );
  figures.counters(
    "outcry_unserved_requests_total",
    "Requests that came to no operation, by status: 404 is an unknown path.",
    ["status"],
    () =>
      [...services.clients.unservedRequests()].map(([status, requests]) => [
        { status: String(status) },
        requests,
      ]),
  );
  figures.counters(
    "outcry_faults_injected_total",
    "Requests and pushes that were made to go wrong, by kind of fault.",
    ["kind"],
    () => [...services.clients.faults.injected].map(([kind, times]) => [{ kind }, times]),
  );
  let measuresProcess = false;
  const serve: Route["serve"] = async (_request, reply) => {
    if (!measuresProcess) {
      collectDefaultMetrics({ register: registry });
      for (const name of MISNAMED) registry.removeSingleMetric(name);
    }
    measuresProcess = true;
    const body = await registry.metrics();
    reply.writeHead(200, { "content-type": registry.contentType }).end(body);
  };
  return { method: "GET", path: "/metrics", weight: 0, serve };
}

/**
 * Gauges of the library whose names look like a counter's; each repeats another gauge's figure without its
 * labels.
 */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

/**
 * How much clients use of the limits, rule by rule: weights, orders, connections, requests of an operation.
 * A rule without a limit has no figure.
 */
function addLimitMetrics(figures: Figures, { clients: { limits }, clock }: ControlServices): void {
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

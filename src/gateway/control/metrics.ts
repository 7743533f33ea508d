import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge } from "prom-client";
import type { ControlServices } from "./operation.ts";

/**
 * `GET /metrics`: figures in the text form that Prometheus reads. Names and meanings: docs/reference/control.md. The
 * process's own figures start with the first scrape, so that a venue nobody watches measures nothing.
 */
export function addMetrics(server: FastifyInstance, services: ControlServices): void {
  const { metrics, clock } = services;
  const { registry } = metrics;
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({ name, help, registers: [registry], collect: gaugeOf(value) });
  };
  const counter = (name: string, help: string, value: () => number): void => {
    new Counter({ name, help, registers: [registry], collect: counterOf(value) });
  };
  gauge("outcry_up", "1 while the engine takes commands.", () =>
    services.engine.state === "running" || services.engine.state === "following" ? 1 : 0,
  );
  gauge(
    "outcry_durable_seq",
    "Sequence number of the last durable command.",
    () => services.engine.durableSeq,
  );
  gauge("outcry_head_seq", "Sequence number of the last executed command.", () => services.engine.headSeq);
  gauge("outcry_history_lag", "Commands that the history has yet to take in.", () =>
    Math.max(0, services.engine.durableSeq - services.history.appliedSeq),
  );
  gauge(
    "outcry_history_failed",
    "1 while reads of the history, or of what is damaged in it, are refused.",
    () => ((services.history.failure ?? services.history.damage) === undefined ? 0 : 1),
  );
  const { cluster } = services;
  if (cluster !== undefined) {
    const itself = () => cluster.status().nodes.find(({ node }) => node === cluster.status().node);
    gauge("outcry_cluster_leads", "1 while this node leads.", () => (cluster.status().leads ? 1 : 0));
    gauge("outcry_cluster_epoch", "How often a node has come to lead.", () => cluster.status().epoch);
    gauge("outcry_cluster_lag", "Commands that this node has yet to execute.", () => itself()?.lag ?? 0);
    counter(
      "outcry_cluster_unknown_total",
      "Requests passed on by this node that were never answered.",
      () => cluster.status().unknown,
    );
  }
  gauge("outcry_market_time_seconds", "Market time, Unix seconds.", () => services.engine.now() / 1000);
  gauge(
    "outcry_market_time_ahead_seconds",
    "Market time minus the host's.",
    () => (services.venueClock.now() - clock.wallMs()) / 1000,
  );
  gauge(
    "outcry_signature_failures_kept",
    "Signature failures that control can show.",
    () => services.signatureFailures().length,
  );
  const audited = () => services.engine.backgroundAudit;
  counter(
    "outcry_audit_passes_total",
    "Complete passes of the background audit.",
    () => audited()?.passes ?? 0,
  );
  gauge("outcry_audit_violations", "1 once the background audit found a broken rule.", () =>
    audited()?.broken === undefined ? 0 : 1,
  );
  gauge(
    "outcry_audit_seq",
    "Sequence number at the end of the background audit's last pass.",
    () => audited()?.lastPass?.seq ?? 0,
  );
  gauge(
    "outcry_audit_slice_seconds_max",
    "The longest slice of the background audit.",
    () => (audited()?.longestSliceMs ?? 0) / 1000,
  );
  const sockets = services.socketFigures;
  gauge("outcry_sockets", "WebSocket connections that are open.", () => sockets().connections);
  gauge("outcry_sockets_backlog_bytes", "Bytes that wait to be read.", () => sockets().backlogBytes);
  gauge(
    "outcry_sockets_backlog_bytes_max",
    "The same of the connection with the most.",
    () => sockets().backlogMaxBytes,
  );
  counter(
    "outcry_sockets_too_slow_total",
    "Connections closed because they did not read.",
    () => sockets().tooSlow,
  );
  counter("outcry_pushes_total", "Messages sent to WebSocket connections.", () => sockets().messages);
  new Counter({
    name: "outcry_news_total",
    help: "What went on in the market, by kind: liquidations, take-overs, deleveraging, funding, gaps, and so on.",
    labelNames: ["kind"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, times] of services.news.counts) this.inc({ kind }, times);
    },
  });
  counter("outcry_orders_total", "Orders placed, everybody's.", () => services.activity().ordersPlaced);
  counter("outcry_trades_total", "Trades made, everybody's.", () => services.activity().tradesMade);
  new Gauge({
    name: "outcry_source_live",
    help: "1 while the book of the market that this one shows stands here, by symbol.",
    labelNames: ["symbol"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { symbol, state } of services.sources())
        this.set({ symbol }, ["live", "thin", "misfit", "gap"].includes(state) ? 1 : 0);
    },
  });
  new Gauge({
    name: "outcry_source_thin",
    help: "1 while a side of the book here has less than the shown market's best price, or nothing, by symbol.",
    labelNames: ["symbol"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { symbol, state } of services.sources()) this.set({ symbol }, state === "thin" ? 1 : 0);
    },
  });
  new Gauge({
    name: "outcry_source_divergence",
    help: "How far the middle of the book here is from the shown market's, as a part of it, by symbol.",
    labelNames: ["symbol"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { symbol, divergence } of services.sources())
        if (divergence !== undefined) this.set({ symbol }, divergence);
    },
  });
  new Counter({
    name: "outcry_unserved_requests_total",
    help: "Requests that came to no operation, by status: 404 is an unknown path.",
    labelNames: ["status"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [status, requests] of services.unservedRequests()) this.inc({ status }, requests);
    },
  });
  new Counter({
    name: "outcry_faults_injected_total",
    help: "Requests and pushes that were made to go wrong, by kind of fault.",
    labelNames: ["kind"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, times] of services.faults.injected) this.inc({ kind }, times);
    },
  });
  let measuresProcess = false;
  server.get("/metrics", { schema: { hide: true } as object }, async (_request, reply) => {
    const raw = reply.hijack().raw;
    if (!measuresProcess) {
      collectDefaultMetrics({ register: registry });
      for (const name of MISNAMED) registry.removeSingleMetric(name);
    }
    measuresProcess = true;
    const body = await registry.metrics();
    raw.writeHead(200, { "content-type": registry.contentType }).end(body);
  });
}

/** Gauges whose names from the library look like counters; each repeats another gauge's figure without its labels. */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

/** Counters whose figures are counted elsewhere: they never fall, except where that counting starts over. */
function counterOf(value: () => number): (this: Counter) => void {
  return function collect(this: Counter) {
    this.reset();
    this.inc(value());
  };
}

function gaugeOf(value: () => number): (this: Gauge) => void {
  return function collect(this: Gauge) {
    this.set(value());
  };
}

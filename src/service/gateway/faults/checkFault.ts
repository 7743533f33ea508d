import type { FaultKind } from "../../../interface/wire/control/faultKinds.ts";
import { faultKinds } from "../../../interface/wire/control/faultKinds.ts";
import { invalidParameter } from "../../../interface/wire/index.ts";
import { RATE_ONE } from "../../../kernel/core/index.ts";
import type { FaultSpec, RequestNames } from "./fault.ts";
import { fitting } from "./fault.ts";

/** The most patterns or names of one kind that a fault may have. */
const NAMES_MAX = 20;

/**
 * Refuses parameters of a fault that do not go together, naming the wrong one: one that its kind does not
 * have, a range, two parameters that both say when, a route that does not exist.
 *
 * @param routes everything that requests and handshakes can be for
 * @throws WireError
 */
export function checkFault(spec: FaultSpec, routes: readonly RequestNames[]): void {
  const kind: FaultKind = faultKinds[spec.kind];
  checkWhere(spec, kind, routes);
  checkWhen(spec);
  const { ms, status, kind: name } = spec;
  if (kind.ms === undefined) refuseIfGiven(spec, "ms");
  else if (ms === undefined || ms < kind.ms.min || ms > kind.ms.max || ms === 0)
    throw invalidParameter(
      "ms",
      `${name} takes ${kind.ms.min} to ${kind.ms.max}, and not 0, got '${ms ?? ""}'`,
    );
  if (kind.statuses === undefined) refuseIfGiven(spec, "status");
  else if (status !== undefined && !kind.statuses.includes(status))
    throw invalidParameter(
      "status",
      `${name} answers with one of ${kind.statuses.join(", ")}, got '${status}'`,
    );
  for (const each of ["bytes", "retryAfter"] as const)
    if (kind.takes?.includes(each) !== true) refuseIfGiven(spec, each);
}

function checkWhere(spec: FaultSpec, { to }: FaultKind, routes: readonly RequestNames[]): void {
  for (const name of ["routes", "channels", "accounts", "keys"] as const)
    if (spec[name].length > NAMES_MAX) throw invalidParameter(name, `at most ${NAMES_MAX}`);
  if (!to.includes("requests") && spec.routes.length > 0) refuseIfGiven(spec, "routes");
  if (!to.includes("pushes") && spec.channels.length > 0) refuseIfGiven(spec, "channels");
  for (const route of spec.routes) {
    const fits = fitting([route]);
    const isKnown = routes.some(
      ({ method, path, call = "" }) => fits(path) || fits(`${method} ${path}`) || fits(call),
    );
    if (!isKnown) throw invalidParameter("routes", `no request is for '${route}'`);
  }
}

function checkWhen(spec: FaultSpec): void {
  const { every, nth, probability, seed, count, from, until } = spec;
  if ([every, nth, probability].filter((each) => each !== undefined).length > 1)
    throw invalidParameter("every", "give one of every, nth and probability");
  if (probability !== undefined && (probability <= 0 || probability > RATE_ONE))
    throw invalidParameter("probability", "above 0 and at most 1");
  if (seed !== undefined && probability === undefined)
    throw invalidParameter("seed", "only with probability");
  if (count !== undefined && nth !== undefined) throw invalidParameter("count", "not with nth, which is one");
  if (until !== 0 && until <= from)
    throw invalidParameter("until", `after from, which is ${from}, got '${until}'`);
}

function refuseIfGiven(spec: FaultSpec, name: keyof FaultSpec): void {
  const value = spec[name];
  if (value !== undefined) throw invalidParameter(name, `not for ${spec.kind}, got '${String(value)}'`);
}

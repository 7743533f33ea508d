import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { EngineBusyError, EngineHaltedError, TimeReversalError } from "../../engine/index.ts";
import { HistoryFailedError } from "../../readmodel/index.ts";
import { schemaOf, WireError } from "../../wire/index.ts";
import { groupOf } from "../http/groups.ts";
import { parseBody, parseQuery } from "../http/json.ts";
import type { Response } from "../http/respond.ts";
import { refusedResponse, write } from "../http/respond.ts";
import { limitProfiles } from "../limits/profile.ts";
import { addMetrics } from "./metrics.ts";
import type { ControlContext, ControlOperation, ControlServices } from "./operation.ts";
import { controlOperations } from "./operations.ts";
import { readInput } from "./readInput.ts";
import { refusalOf } from "./refusal.ts";

/**
 * The control surface: what an operator or a test suite may do to a venue, behind the admin token
 * (`Authorization: Bearer …`), and `GET /metrics`, which shows figures only and needs none. Errors have the form of the
 * interface; bad input is never a 5xx. docs/reference/control.md
 *
 * @returns adds the routes to a server, before it listens; the main one or one of control's own
 */
export function createControl(services: ControlServices): (server: FastifyInstance) => void {
  const contextNow = contextOf(services);
  const isAdmin = tokenCheck(services.adminToken);
  return (server) => {
    for (const operation of controlOperations) {
      server.route({
        method: operation.method,
        url: operation.path,
        schema: documentation(operation),
        handler: async (request, reply) => {
          const raw = reply.hijack().raw;
          write(
            raw,
            isAdmin(request.headers.authorization) ? await answer(contextNow(), operation, request) : REFUSED,
          );
        },
      });
    }
    addMetrics(server, services);
  };
}

const REFUSED: Response = {
  status: 401,
  body: '{"code":"401","msg":"The control surface needs the admin token: Authorization: Bearer <token>","data":null}',
  version: 0,
  headers: ["www-authenticate", 'Bearer realm="control"'],
};

/** What a handler works with: the market's parts are read anew for each request, since a reset replaces them. */
function contextOf(services: ControlServices): () => ControlContext {
  const exempt = new Set<number>();
  const profiles = [...Object.values(limitProfiles), services.limits.profile];
  const profilesByName = new Map(profiles.map((profile) => [profile.name, profile]));
  const sinceMs = services.clock.monotonicMs();
  return () => {
    const { engine } = services;
    return {
      ...services,
      limitProfiles: profilesByName,
      exempt,
      sinceMs,
      setExempt(account, isExempt) {
        services.limits.exempt(account, isExempt);
        if (isExempt) exempt.add(account);
        else exempt.delete(account);
      },
      async submit(command, contract = "contract" in command ? command.contract : undefined) {
        const outcome = await engine.submit(command);
        if (outcome.rejection === undefined) return outcome;
        const contracts = await engine.query({ type: "contracts" });
        throw refusalOf(outcome.rejection, contract === undefined ? undefined : contracts[contract]);
      },
    };
  };
}

/** Compares digests, so that neither the token nor its length shows in the time it takes. */
function tokenCheck(token: string): (header: string | undefined) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(token);
  return (header) => {
    const match = /^Bearer +(\S+)$/i.exec(header ?? "");
    return timingSafeEqual(digest(match?.[1] ?? ""), expected) && match !== null;
  };
}

async function answer(
  context: ControlContext,
  operation: ControlOperation,
  request: FastifyRequest,
): Promise<Response> {
  try {
    const source =
      operation.method === "GET" ? parseQuery(queryOf(request.url)) : parseBody(bodyOf(request.body));
    const result = await operation.handle(context, readInput(operation.parameters, source));
    return { status: 200, body: JSON.stringify(result), version: 0 };
  } catch (cause) {
    return refusedResponse(request.url, wireErrorOf(cause, context, operation), context.engine.now());
  }
}

function queryOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark + 1);
}

function bodyOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array(0);
}

function wireErrorOf(cause: unknown, { log }: ControlContext, operation: ControlOperation): WireError {
  if (cause instanceof WireError) return cause;
  if (cause instanceof TimeReversalError) return new WireError("refused", cause.message);
  if (cause instanceof EngineBusyError) {
    return new WireError("unavailable", "The venue is busy: nothing was done, send it again", 1);
  }
  if (cause instanceof EngineHaltedError || cause instanceof HistoryFailedError) {
    return new WireError("unavailable", cause.message);
  }
  log.error({ err: cause, path: operation.path }, "an operation of control failed");
  return new WireError("internal");
}

function documentation({ summary, method, path, parameters }: ControlOperation): object {
  const has = Object.keys(parameters).length > 0;
  const schema = schemaOf(parameters);
  return {
    summary,
    tags: [groupOf(path)],
    ...(has ? (method === "GET" ? { querystring: schema } : { body: schema }) : {}),
  };
}

import { FapiError } from "../../../../interface/wire/fapi/errors.ts";
import * as declared from "../../../../interface/wire/fapi/operations/session.ts";
import type { SessionState } from "../../../../interface/wire/fapi/session.ts";
import type { Json, JsonObject } from "../../../../interface/wire/index.ts";
import { invalidParameter, WireError } from "../../../../interface/wire/index.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import type { Timer } from "../../../../kernel/host/clock.ts";
import { fapiVersion } from "../../apiVersion.ts";
import { rateLimits } from "../../fapi/market/exchangeInfo.ts";
import { fapiOperations } from "../../fapi/operations.ts";
import { parseBody } from "../../http/json.ts";
import type { Response } from "../../http/respond.ts";
import { errorResponse } from "../../http/respond.ts";
import { unlimited } from "../../limits/profile.ts";
import type { Operation } from "../../operation.ts";
import { privateOperation, publicOperation } from "../../operation.ts";
import type { Services } from "../../serve.ts";
import type { Ask, IncomingConnection } from "../apiVersion.ts";
import type { Connection, Session } from "../connection.ts";
import { CLOSE_UNREADABLE, UNREADABLE_MAX } from "../connection.ts";
import { echoOf, ID_RULE, readMessage } from "./message.ts";
import { endAfterDay } from "./session.ts";

/** Operations of REST by the names that they have in messages. */
const ofRest: ReadonlyMap<string, Operation> = byMessage(fapiOperations.filter(({ hidden }) => !hidden));

/** A key that logged on, and when. */
interface LoggedOn {
  readonly key: string;
  readonly since: TimeMs;
}

/** A message that asks for an operation. */
interface Asked {
  /** Its id, as it is echoed. */
  readonly echo: unknown;
  readonly operation: Operation;
  readonly given: JsonObject;
  /** The parameters as they were sent. */
  readonly body: Uint8Array;
}

/**
 * The session of a connection whose messages are requests: `id`, `method`, `params`. A method is the name of
 * an operation, which is called as over HTTP; its answer goes back under the id as soon as it is there.
 * Besides there are session.logon, session.status and session.logout.
 */
export class RequestSession implements Session {
  readonly #connection: Connection;
  readonly #entrance: IncomingConnection;
  readonly #services: Services;
  readonly #ask: Ask;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #connectedSince: TimeMs;
  readonly #openedMs: number;
  readonly #returnsRateLimits: boolean;
  readonly #late = new Set<Timer>();
  #loggedOn: LoggedOn | undefined;
  /** While a logon or logout is under way: requests that came later wait for this. */
  #turning: Promise<void> | undefined;
  #unreadable = 0;

  constructor(connection: Connection, entrance: IncomingConnection, services: Services, ask: Ask) {
    this.#connection = connection;
    this.#entrance = entrance;
    this.#services = services;
    this.#ask = ask;
    this.#connectedSince = services.now();
    this.#openedMs = services.clock.monotonicMs();
    this.#returnsRateLimits = !isFalse(
      new URL(entrance.target, "ws://venue").searchParams.get("returnRateLimits"),
    );
    this.#operations = byMessage([
      privateOperation(declared.logon, ({ key }) => this.#logOn(key)),
      publicOperation(declared.status, () => this.#state()),
      publicOperation(declared.logout, () => this.#logOut()),
    ]);
  }

  received(message: Uint8Array): void {
    if (this.#turning !== undefined) {
      void this.#turning.then(() => {
        if (this.#connection.isOpen) this.received(message);
      });
      return;
    }
    const request = this.#read(message);
    if (request === undefined) return;
    const answering = this.#answer(request);
    if (request.operation.path !== declared.logon.path) return;
    this.#turning = answering.finally(() => {
      this.#turning = undefined;
    });
  }

  /** Clients of this address cannot say "ready": see the sockets of streams. */
  stand(): void {}

  beat(): void {
    endAfterDay(this.#connection, this.#services.clock.monotonicMs() - this.#openedMs);
  }

  closed(): void {
    for (const timer of this.#late) timer.clear();
  }

  /** Reads a request; `undefined` for one that was refused. */
  #read(message: Uint8Array): Asked | undefined {
    let echo: unknown = null;
    try {
      const fields = parseBody(message);
      const sent = readMessage(message, () => true);
      if (sent === undefined) throw new WireError("bodyMalformed");
      const { id, params } = sent;
      echo = echoOf(id);
      if (echo === undefined) throw invalidParameter("id", ID_RULE);
      const operation = this.#operationOf(fields["method"]);
      const given = parametersOf(fields["params"]);
      return { echo, operation, given, body: Buffer.from(JSON.stringify(params ?? {})) };
    } catch (cause) {
      if (!(cause instanceof WireError)) throw cause;
      this.#refuse(cause, echo ?? null);
      return undefined;
    }
  }

  #operationOf(method: Json | undefined): Operation {
    const name = typeof method === "string" ? method : "";
    const find = (each: string) => ofRest.get(each) ?? this.#operations.get(each);
    // Clients may put a version in front; it says no more where that version has no method of its own.
    const operation = find(name) ?? find(name.replace(/^v\d\//, ""));
    if (operation !== undefined) return operation;
    const served = [...ofRest.keys(), ...this.#operations.keys()].join(", ");
    throw new FapiError(-5000, `Unknown method '${name.slice(0, 40)}'; served are ${served}`);
  }

  async #answer({ echo, operation, given, body }: Asked): Promise<void> {
    const loggedOn = this.#loggedOn?.key ?? "";
    const { apiKey = loggedOn, returnRateLimits } = given;
    const head = {
      method: operation.method,
      url: operation.path,
      headers: { "x-mbx-apikey": String(apiKey), "user-agent": this.#entrance.agent },
      address: this.#entrance.address,
      message: { loggedOn, id: JSON.stringify(echo) },
    };
    const response = await this.#ask(operation, head, body);
    const withLimits = returnRateLimits === undefined ? this.#returnsRateLimits : !isFalse(returnRateLimits);
    const text = this.#textOf(response, echo, withLimits);
    if (response.lateMs !== undefined) this.#sendLate(text, response.lateMs);
    else if (response.onWire === undefined) this.#connection.send(text);
    else this.#connection.cut(); // where a fault cuts off the answer of HTTP, the connection is cut
  }

  #textOf({ status, body, headers }: Response, echo: unknown, withLimits: boolean): string {
    const answer = `{"id":${JSON.stringify(echo)},"status":${status},"${status === 200 ? "result" : "error"}":${body}`;
    return withLimits ? `${answer},"rateLimits":${JSON.stringify(this.#used(headers))}}` : `${answer}}`;
  }

  /** The limits whose use is in the headers of an answer, in the order in which exchangeInfo names them. */
  #used(headers: readonly string[] = []): readonly object[] {
    return rateLimits(this.#services.limits.profile.fapi ?? unlimited).flatMap((limit) => {
      const { rateLimitType, interval, intervalNum } = limit;
      const kind = rateLimitType === "ORDERS" ? "order-count" : "used-weight";
      const at = headers.indexOf(`x-mbx-${kind}-${intervalNum}${interval === "MINUTE" ? "m" : "s"}`);
      return at < 0 ? [] : [{ ...limit, count: Number(headers[at + 1]) }];
    });
  }

  #sendLate(text: string, lateMs: number): void {
    const timer = this.#services.clock.setTimer(lateMs, () => {
      this.#late.delete(timer);
      this.#connection.send(text);
    });
    this.#late.add(timer);
  }

  /** Refuses a message that asks for nothing that exists: it costs as much as an unknown path. */
  #refuse(error: WireError, echo: unknown): void {
    if (error.kind === "bodyMalformed" && ++this.#unreadable > UNREADABLE_MAX)
      return this.#connection.close(CLOSE_UNREADABLE, "Unrecognized message sent multiple times");
    const { limits, now } = this.#services;
    let refused = error;
    try {
      limits.takePageWeight(this.#entrance.address, 1);
    } catch (cause) {
      refused = cause as WireError;
    }
    const at = { now: now(), path: declared.logon.path, language: "en" } as const;
    const response = errorResponse(fapiVersion, refused, at);
    this.#entrance.refused(response);
    this.#connection.send(this.#textOf(response, echo, false));
  }

  /** From now on, requests of the connection need no signature. @param key the key that signed the logon */
  #logOn(key: string): SessionState {
    const holder = this.#services.authenticator.keys.find(key)!;
    const kind = holder.publicKey?.kind ?? "HMAC";
    if (kind !== "Ed25519")
      throw new FapiError(
        -4056,
        `Invalid api key type. session.logon takes an Ed25519 key, and this is an ${kind} key: sign each request`,
      );
    this.#loggedOn = { key, since: this.#services.now() };
    this.#entrance.admit(holder);
    return this.#state();
  }

  #logOut(): SessionState {
    this.#loggedOn = undefined;
    return this.#state();
  }

  #state(): SessionState {
    return {
      apiKey: this.#loggedOn?.key ?? null,
      authorizedSince: this.#loggedOn?.since ?? null,
      connectedSince: this.#connectedSince,
      returnRateLimits: this.#returnsRateLimits,
      serverTime: this.#services.now(),
    };
  }
}

function byMessage(operations: readonly Operation[]): ReadonlyMap<string, Operation> {
  return new Map(
    operations.flatMap((operation) => (operation.messages ?? []).map((name) => [name, operation])),
  );
}

function parametersOf(params: Json | undefined): JsonObject {
  if (params === undefined || params === null) return {};
  if (typeof params !== "object" || Array.isArray(params)) throw invalidParameter("params", "an object");
  return params as JsonObject;
}

function isFalse(given: Json | null): boolean {
  return given === false || given === "false";
}

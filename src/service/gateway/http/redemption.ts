import { OUTCOME_HEADER, OutcomeUnknown, WireError } from "../../../interface/wire/index.ts";
import { EngineHaltedError } from "../../../kernel/engine/index.ts";
import type { Clock } from "../../../kernel/host/clock.ts";
import { MemoryCounters } from "../limits/counters.ts";
import type { Log } from "../log.ts";
import { unavailableOf } from "../unavailable.ts";
import type { ClientAddresses } from "./clientAddresses.ts";
import type { LeaderPort, WholeRequest } from "./leaderPort.ts";
import type { Response } from "./respond.ts";
import { write } from "./respond.ts";
import type { Route } from "./routes.ts";

/** What redeeming a secret needs of the venue. */
export interface RedemptionParts {
  readonly clock: Clock;
  readonly addresses: ClientAddresses;
  readonly leader: LeaderPort | undefined;
  readonly log: Log;
}

/**
 * How often an address may try in a minute: all its tries count, since many people may share one address,
 * and wrong secrets.
 */
const TRIES = { max: 100, windowMs: 60_000 };
const WRONG = { max: 20, windowMs: 60_000 };
const BODY_BYTES_MAX = 2_000;

/**
 * A path whose `POST` exchanges a secret for what it stands for. The leader answers, so that a secret is
 * used up once, and counts the tries of each address.
 */
export class Redemption {
  readonly #path: string;
  readonly #parts: RedemptionParts;
  readonly #redeem: (body: Uint8Array) => Promise<Response | "wrong">;
  readonly #counters = new MemoryCounters();

  /**
   * @param redeem rejects with the engine's errors; returns "wrong" where the secret is none of this venue's
   */
  constructor(
    path: string,
    parts: RedemptionParts,
    redeem: (body: Uint8Array) => Promise<Response | "wrong">,
  ) {
    this.#path = path;
    this.#parts = parts;
    this.#redeem = redeem;
  }

  routes(): readonly Route[] {
    const [method, path] = ["POST", this.#path] as const;
    const serve: Route["serve"] = async (request, reply, body) => {
      const address = this.#parts.addresses.of(request);
      write(reply, await this.#serve({ method, url: path, headers: {}, address, body }));
    };
    return [{ method, path, serve }];
  }

  /**
   * Answers a request that another node has passed on, and never rejects; `undefined`: it is for something
   * else.
   */
  answer({ method, url, address, body }: WholeRequest): Promise<Response> | undefined {
    return method === "POST" && url === this.#path ? this.#try(address, body) : undefined;
  }

  async #serve(request: WholeRequest): Promise<Response> {
    const { leader } = this.#parts;
    if (leader !== undefined && !leader.isHere) {
      const answer = await leader.send(request, false).catch((cause: unknown) => this.#refusal(cause));
      if (answer !== undefined) return answer;
    }
    return this.#try(request.address, request.body);
  }

  async #try(address: string, body: Uint8Array): Promise<Response> {
    const nowMs = this.#parts.clock.monotonicMs();
    const { taken } = this.#counters.take("tries", address, 1, TRIES, nowMs);
    const wrong = this.#counters.take("wrong", address, 0, WRONG, nowMs);
    if (!taken || wrong.used >= WRONG.max)
      return messageResponse(429, "too many tries from this address: try again in a minute");
    try {
      const answer = body.length > BODY_BYTES_MAX ? "wrong" : await this.#redeem(body);
      if (answer !== "wrong") return answer;
      this.#counters.take("wrong", address, 1, WRONG, nowMs);
      return messageResponse(404, "this is none of this venue's");
    } catch (cause) {
      return this.#refusal(cause);
    }
  }

  /**
   * The refusal for an error; it says whether anything was done, as far as the engine or the way to the
   * leader knows.
   */
  #refusal(cause: unknown): Response {
    const error = cause instanceof WireError ? cause : unavailableOf(cause);
    if (cause instanceof EngineHaltedError || error instanceof OutcomeUnknown) return UNKNOWN;
    if (error !== undefined)
      return error.kind === "unavailable" ? UNAVAILABLE : messageResponse(403, error.message);
    this.#parts.log.error({ err: cause, path: this.#path }, "a secret could not be redeemed");
    return FAILED;
  }
}

/** An answer that is a sentence. */
export function messageResponse(status: number, msg: string): Response {
  return given({ msg }, status);
}

/** The answer with what a secret stands for; no cache keeps it. */
export function given(answer: object, status = 200): Response {
  return { status, body: JSON.stringify(answer), version: 0, headers: ["cache-control", "no-store"] };
}

const UNAVAILABLE = messageResponse(503, "the venue is busy: nothing was done, try again");
const AGAIN =
  "whether this was done is not known: try again, and where that says used or taken, ask for another one";
const UNKNOWN: Response = withOutcome(messageResponse(503, AGAIN));
const FAILED: Response = withOutcome(messageResponse(500, `something went wrong here, and ${AGAIN}`));

function withOutcome(answer: Response): Response {
  return { ...answer, headers: [...answer.headers!, OUTCOME_HEADER, "unknown"] };
}

import { Type } from "typebox";
import { integer, shape, text } from "../../fields.ts";
import type { SocketsDeclaration } from "../../sockets.ts";
import { rateLimit } from "../market.ts";
import { id } from "./control.ts";
import { PINGS } from "./pings.ts";

const Asked = shape({
  id,
  method: text("Name of an operation: see the list of operations"),
  params: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        "Its parameters, with `apiKey`, `timestamp` and `signature` where it is signed; `returnRateLimits` false leaves `rateLimits` out",
    }),
  ),
});

const rateLimits = Type.Optional(
  Type.Array(shape({ ...rateLimit, count: integer("How much of it is used") }), {
    description: "Limits in force that the request counted against",
  }),
);

const Answer = shape({
  id,
  status: integer("As REST answers it"),
  result: Type.Unknown({ description: "As REST answers it" }),
  rateLimits,
});

const Refusal = shape({
  id,
  status: integer("As REST answers it"),
  error: shape({ code: integer("Why, in a number"), msg: text("Why, in words") }, "As REST answers it"),
  rateLimits,
});

/** The socket of requests: what REST is asked and answers, as messages. */
export const requests = {
  name: "fapi-requests",
  summary:
    "Requests of the fapi dialect as messages (the WebSocket API). A method is the name of an operation, whose parameters, answers, refusals and " +
    "costs are those of REST; nothing is pushed. Signed are all parameters but the signature, by name, `name=value` joined by `&`.",
  paths: { public: "/ws-fapi/v1", private: "/ws-fapi/v1" },
  pings: PINGS,
  session: {
    request: {
      from: "client",
      summary: "A request. Answers come under its id, not always in the order of requests.",
      schema: Asked,
      example: { id: 1, method: "ticker.price", params: { symbol: "BTCUSDT" } },
    },
    answer: {
      from: "server",
      summary: "What a request was answered.",
      schema: Answer,
      example: {
        ...{ id: 1, status: 200, result: { symbol: "BTCUSDT", price: "60000.0", time: 1767225660000 } },
        rateLimits: [
          { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 2400, count: 1 },
        ],
      },
    },
    refusal: {
      from: "server",
      summary: "Why a request was refused. The connection stays open.",
      schema: Refusal,
      example: { id: 1, status: 400, error: { code: -1121, msg: "Invalid symbol." }, rateLimits: [] },
    },
  },
  channels: {},
} as const satisfies SocketsDeclaration;

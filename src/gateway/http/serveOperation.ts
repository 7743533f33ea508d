import type { IncomingMessage, ServerResponse } from "node:http";
import { WireError } from "../../wire/index.ts";
import type { Operation } from "../operation.ts";
import { BODY_MAX_BYTES, bodyTooLarge } from "./body.ts";
import type { BodyRequest } from "./bodyRequest.ts";
import type { HostNames } from "./hosts.ts";
import type { OperationTable } from "./operationTable.ts";
import type { Response } from "./respond.ts";
import { refusedResponse, write } from "./respond.ts";

/** What answering an operation takes. */
export interface DirectParts {
  readonly hosts: HostNames;
  now(): number;
  /** Writes an answer to a request that comes to no operation. */
  refuse(request: IncomingMessage, reply: ServerResponse, response: Response): void;
  /** Answers an operation; never rejects. */
  serve(operation: Operation, request: IncomingMessage, body: Uint8Array): Promise<Response>;
}

const NO_BODY = new Uint8Array(0);

/**
 * Takes requests to operations straight from the socket to {@link DirectParts.serve}: a look-up by method and path, the
 * raw body, nothing else. Returns false for every other request, which is the framework's. The framework knows the
 * operations too, for documentation and tests; going through it would cost more than the signature check.
 */
export function serveOperation(
  parts: DirectParts,
  operations: OperationTable,
): (request: BodyRequest, reply: ServerResponse) => boolean {
  const answer = (
    operation: Operation,
    request: IncomingMessage,
    reply: ServerResponse,
    body: Uint8Array,
  ) => {
    void parts.serve(operation, request, body).then((response) => write(reply, response));
  };
  return (request, reply) => {
    const url = request.url!;
    const operation = operations.find(request.method!, url);
    if (operation === undefined) return false;
    if (!parts.hosts.allows(request.headers.host)) {
      parts.refuse(request, reply, refusedResponse(url, new WireError("hostRefused"), parts.now()));
    } else if (operation.method === "GET") {
      answer(operation, request, reply, NO_BODY);
    } else {
      request.takeBody(BODY_MAX_BYTES, (body) => {
        if (body === undefined) parts.refuse(request, reply, bodyTooLarge(url, parts.now()));
        else answer(operation, request, reply, body);
      });
    }
    return true;
  };
}

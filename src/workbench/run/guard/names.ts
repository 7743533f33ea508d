import { createSocket } from "node:dgram";
import { once } from "node:events";

/**
 * The only name server of a guarded network: it knows the hosts that the venue stands in for, and no others.
 * Every name asked for is reported, so that a program's other hosts become known. RFC 1035, as far as one
 * question needs it.
 */

const HEADER_BYTES = 12;
const TYPE_A = 1;
const NAME_ERROR = 3;
/** Flags: response, recursion desired and available. */
const ANSWER_FLAGS = 0x8180;
const LABEL_MAX = 63;
const HERE = [127, 0, 0, 1];

export interface Question {
  /** The name asked for, in lower case, without the final dot. */
  readonly name: string;
  readonly type: number;
  /** Where the question ends in its message, in bytes. */
  readonly end: number;
}

/**
 * Answers on every address of the network, port 53. @param report called with each name that is not one of
 * `hosts`
 */
export async function serveNames(hosts: ReadonlySet<string>, report: (name: string) => void): Promise<void> {
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const question = questionOf(message);
    if (question === undefined) return;
    const isHere = hosts.has(question.name);
    if (!isHere && !question.name.endsWith(".arpa")) report(question.name);
    socket.send(answerTo(message, question, isHere), from.port, from.address, () => undefined);
  });
  socket.bind(53);
  await once(socket, "listening");
}

/** The question of a query, `undefined` where it cannot be read. */
export function questionOf(message: Buffer): Question | undefined {
  if (message.length < HEADER_BYTES || message.readUInt16BE(4) !== 1) return undefined;
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at]; length !== 0; length = message[at]) {
    if (length === undefined || length > LABEL_MAX) return undefined;
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  if (at + 5 > message.length) return undefined;
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/**
 * Answers with one address for a known host, nothing for its other types, and "no such name" for everything
 * else.
 */
export function answerTo(message: Buffer, { type, end }: Question, isHere: boolean): Buffer {
  const reply = Buffer.from(message.subarray(0, end));
  const hasAddress = isHere && type === TYPE_A;
  reply.writeUInt16BE(ANSWER_FLAGS | (isHere ? 0 : NAME_ERROR), 2);
  reply.writeUInt16BE(hasAddress ? 1 : 0, 6);
  reply.writeUInt32BE(0, 8); // neither authorities nor additional records
  if (!hasAddress) return reply;
  // The name of the question (a pointer to it), type A, class IN, one second, four bytes.
  return Buffer.concat([
    reply,
    Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, ...HERE]),
  ]);
}

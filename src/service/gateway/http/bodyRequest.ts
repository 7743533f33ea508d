import { IncomingMessage } from "node:http";

/** Largest request body, on every route. */
export const BODY_MAX_BYTES = 64 * 1024;

const NO_BODY = new Uint8Array(0);

/**
 * A request whose body can be read in one piece, as the parser finds it. Nearly every body arrives together
 * with its head. A stream would deliver it two turns of the event loop later, which costs as much as reading
 * the parameters.
 *
 * For code that does not call {@link takeBody} it is an ordinary stream.
 */
export class BodyRequest extends IncomingMessage {
  #done: ((body: Uint8Array | undefined) => void) | undefined;
  #isTaken = false;
  #bytesMax = 0;
  #bytes = 0;
  #chunks: Uint8Array[] | undefined;
  #first: Uint8Array | undefined;

  /**
   * Calls back once with the whole body, or with `undefined` as soon as it is longer than `bytesMax`; never
   * if the client leaves. To be called in place of reading the stream, in the turn in which the head has
   * arrived.
   */
  takeBody(bytesMax: number, done: (body: Uint8Array | undefined) => void): void {
    this.#bytesMax = bytesMax;
    this.#isTaken = true;
    if (Number(this.headers["content-length"] ?? 0) > bytesMax) done(undefined);
    else this.#done = done;
  }

  /** Called by the parser with each piece of the body, and with null at its end. */
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (!this.#isTaken) return super.push(chunk, encoding);
    if (this.#done === undefined) return true; // refused: the rest is read past
    if (chunk === null) this.#finish(this.#whole());
    else this.#add(chunk as Uint8Array);
    return true;
  }

  /** The server calls this once a request is answered, for what nobody has read. */
  override resume(): this {
    return this.#isTaken ? this : super.resume();
  }

  #add(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#bytesMax) this.#finish(undefined);
    else if (this.#first === undefined) this.#first = chunk;
    else if (this.#chunks === undefined) this.#chunks = [this.#first, chunk];
    else this.#chunks.push(chunk);
  }

  #whole(): Uint8Array {
    return this.#chunks === undefined ? (this.#first ?? NO_BODY) : Buffer.concat(this.#chunks);
  }

  #finish(body: Uint8Array | undefined): void {
    const done = this.#done!;
    this.#done = undefined;
    this.#chunks = undefined;
    this.#first = undefined;
    done(body);
  }
}

declare const whole: unique symbol;

/**
 * A whole WebSocket frame, header included; the journal's frames of commands are another thing. Encoded once,
 * it may be written to any number of sockets; never changed.
 */
export type Frame = Buffer & { readonly [whole]: true };

/** The last frame of a message of text, from a server: not masked. */
const FINAL_TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** A text message as one frame. */
export function encodeFrame(text: string): Frame {
  const length = Buffer.byteLength(text);
  const header = length < LENGTH_16 ? 2 : length < 0x1_00_00 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = FINAL_TEXT;
  if (header === 2) {
    frame[1] = length;
  } else if (header === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeUInt32BE(0, 2);
    frame.writeUInt32BE(length, 6);
  }
  frame.write(text, header, length === text.length ? "latin1" : "utf8"); // ASCII is written faster as Latin-1
  return frame as Frame;
}

/** The text of a frame that {@link encodeFrame} made. */
export function textOfFrame(frame: Frame): string {
  const length = frame[1]!;
  return frame.toString("utf8", length < LENGTH_16 ? 2 : length === LENGTH_16 ? 4 : 10);
}

import type { ServerResponse } from "node:http";

/** A connection with more than this unread is closed. The state of a whole week takes 12 kB. */
const MOST_UNREAD_BYTES = 64_000;

/**
 * Writes to a connection, and closes one that does not read. Events hold whole states, so none is
 * lost.
 */
export function sender(res: ServerResponse) {
  let wasBehind = false;
  return (text: Buffer, isBeat: boolean): void => {
    if (res.writableEnded || res.destroyed) return;
    const isBehind = res.writableLength > 0;
    if (res.writableLength > MOST_UNREAD_BYTES || (isBeat && isBehind && wasBehind)) return void res.destroy();
    if (isBeat) wasBehind = isBehind;
    res.write(text);
  };
}

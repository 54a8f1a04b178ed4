import { setTimeout as delay } from "node:timers/promises";
import type { Attack } from "../stranger.ts";

const CONNECTIONS = 400;
const PIPELINED = 100;

/** Asks for much and reads nothing of it, so that the answers pile up where they were made. */
export const slowReaders: Attack = {
  title: `${CONNECTIONS} connections with ${PIPELINED} pipelined requests each, whose answers are not read`,
  async run({ stage: { base, slugs }, socket, isOver, untilOver }) {
    const { host } = new URL(base);
    for (let nth = 0; nth < CONNECTIONS && !isOver(); nth++) {
      const one = socket(nth % 8);
      one.pause();
      const path = nth % 2 ? "/api/v1/openapi.json" : `/listings/${slugs[nth % slugs.length]}`;
      one.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(PIPELINED));
      await delay(2);
    }
    await untilOver();
  },
};

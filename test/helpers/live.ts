import { type IncomingMessage, request } from "node:http";

type State = {
  stage?: string;
  votes?: number;
  place?: number;
  order?: string[];
  rows?: Record<string, [number, number]>;
  award?: object;
};

/** A browser that follows topics on a connection of its own, and folds events into states as the script of pages does. */
export async function followLive(
  at: string,
  topics: string[],
  {
    ip,
    since,
    encoding,
    states = {},
  }: { ip?: string; since?: string; encoding?: string; states?: Record<string, State> } = {},
) {
  let text = "";
  let isOver = false;
  let id = since ?? "";
  let beats = 0;
  const named = new Set<string>();
  const headers = {
    ...(ip && { "x-forwarded-for": ip }),
    ...(since && { "last-event-id": since }),
    ...(encoding && { "accept-encoding": encoding }),
  };
  const query = new URLSearchParams(topics.map((topic) => ["on", topic]));
  const asked = request(`${at}/live?${query}`, { agent: false, headers });
  const res = await new Promise<IncomingMessage>((resolve, reject) =>
    asked.on("response", resolve).on("error", reject).end(),
  );
  asked.on("error", () => undefined);
  let rest = "";
  res.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
    rest += chunk;
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      take(rest.slice(0, end));
      rest = rest.slice(end + 2);
    }
  });
  res
    .on("error", () => undefined)
    .on("close", () => {
      isOver = true;
    });

  function take(block: string): void {
    const fields = Object.fromEntries(
      block.split("\n").map((line) => [line.split(":", 1)[0], line.slice(line.indexOf(":") + 2)]),
    );
    if (fields.id) id = fields.id;
    if (fields.event === "beat") beats++;
    if (fields.event !== "state") return;
    const { topic, whole, spread: _, ...news } = JSON.parse(fields.data!);
    named.add(topic);
    const before = states[topic];
    states[topic] = whole ? news : { ...before, ...news, rows: { ...before?.rows, ...news.rows } };
  }

  return {
    status: res.statusCode!,
    headers: res.headers,
    states,
    state: (topic: string) => states[topic],
    names: () => [...named],
    beats: () => beats,
    id: () => id,
    text: () => text,
    isOver: () => isOver,
    leave: () => asked.destroy(),
  };
}

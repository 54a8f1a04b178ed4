import { createServer, type IncomingMessage } from "node:http";
import { listen } from "./listen.ts";

export type Posted = {
  network: string;
  text: string;
  links: string[];
  body: Record<string, unknown>;
  headers: IncomingMessage["headers"];
};
type Behaviour = { status: number; headers?: Record<string, string>; body: unknown };
// biome-ignore lint/suspicious/noExplicitAny: the bodies are what each network documents, and are checked here.
type Body = any;

const HOSTS = {
  "discord.com": "discord",
  "hooks.slack.com": "slack",
  "chat.test": "mattermost",
  "api.telegram.org": "telegram",
  "social.test": "mastodon",
  "bsky.social": "bluesky",
} as const;
export type Network = (typeof HOSTS)[keyof typeof HOSTS];

const demand = (isTrue: unknown, what: string): void => {
  if (!isTrue) throw new Error(what);
};
const textOfHtml = (html: string): string => {
  demand(/^(?:[^<>&]|&(?:amp|lt|gt|quot);|<b>|<\/b>|<a href="[^"<>]*">|<\/a>)*$/.test(html), "can't parse entities");
  const plain = html.replace(/<[^>]+>/g, "");
  return plain
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
};
/** What Markdown shows: links by their text, escaped characters as they are. */
const textOfMarkdown = (markdown: string): string =>
  markdown
    .replace(/\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g, "$1")
    .replace(/(?<!\\)\*\*/g, "")
    .replace(/\\([^\p{L}\p{N}\s])/gu, "$1");
const linksOfMarkdown = (markdown: string): string[] =>
  [...markdown.matchAll(/(?<!\\)\]\(([^)]*)\)/g)].map(([, url = ""]) => url);

/** Six networks on one real server, each as strict about requests as its documents are. */
export async function createNetworks() {
  const posted: Posted[] = [];
  const requests: { network: Network; path: string }[] = [];
  const behaviours = new Map<Network, Behaviour>();
  const statuses = new Map<string, unknown>();
  const records = new Map<string, unknown>();

  const take: Record<Network, (path: string, body: Body, headers: IncomingMessage["headers"]) => Behaviour> = {
    discord(path, body, headers) {
      demand(path === "/api/webhooks/1/token", "Unknown Webhook");
      demand(typeof body.content === "string" && body.content !== "" && body.content.length <= 2000, "content");
      demand(JSON.stringify(body.allowed_mentions) === '{"parse":[]}', "somebody may be pinged");
      const links = linksOfMarkdown(body.content);
      posted.push({ network: "discord", text: textOfMarkdown(body.content), links, body, headers });
      return { status: 204, body: "" };
    },
    slack(path, body, headers) {
      demand(path === "/services/T/B/x", "no_service");
      demand(typeof body.text === "string" && !/<[!@#]/.test(body.text), "text");
      const [block] = body.blocks;
      demand(block.type === "rich_text" && body.blocks.length === 1, "invalid_blocks");
      const parts = block.elements.flatMap((section: Body) => {
        demand(section.type === "rich_text_section", "invalid_blocks");
        for (const { type, text, url } of section.elements)
          demand((type === "text" && text) || (type === "link" && text && URL.canParse(url)), "invalid_blocks");
        return section.elements;
      });
      const text = block.elements
        .map((section: Body) => section.elements.map((part: Body) => part.text).join(""))
        .join("\n");
      posted.push({ network: "slack", text, links: parts.flatMap(({ url }: Body) => url ?? []), body, headers });
      return { status: 200, body: "ok" };
    },
    mattermost(path, body, headers) {
      demand(path === "/hooks/abc" && typeof body.text === "string" && body.text.length <= 4000, "Invalid webhook.");
      demand(!/(^|[^\w])@(all|channel|here)\b/.test(body.text), "everybody is pinged");
      const links = linksOfMarkdown(body.text);
      posted.push({ network: "mattermost", text: textOfMarkdown(body.text), links, body, headers });
      return { status: 200, body: "ok" };
    },
    telegram(path, body, headers) {
      if (path !== "/bot123:abc/sendMessage") return { status: 401, body: { ok: false, description: "Unauthorized" } };
      demand(body.chat_id === "@launches" && body.parse_mode === "HTML", "chat not found");
      const text = textOfHtml(body.text);
      demand(text.length > 0 && text.length <= 4096, "message is too long");
      demand(!/@\w/.test(text), "somebody is pinged");
      const links = [...body.text.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
      posted.push({ network: "telegram", text, links, body, headers });
      return { status: 200, body: { ok: true, result: {} } };
    },
    mastodon(path, body, headers) {
      if (headers.authorization !== "Bearer mast")
        return { status: 401, body: { error: "The access token is invalid" } };
      demand(path === "/api/v1/statuses" && typeof body.status === "string", "Validation failed");
      const key = String(headers["idempotency-key"]);
      demand(key.length > 10, "no key");
      const known = statuses.get(key);
      if (known) return { status: 200, body: known };
      demand(body.status.replace(/https?:\/\/\S+/g, "x".repeat(23)).length <= 500, "Text limit of 500 exceeded");
      demand(!/(^|[^/\w])@\w/.test(body.status.replace(/https?:\/\/\S+/g, "")), "somebody is pinged");
      statuses.set(key, { id: String(statuses.size + 1) });
      const links = body.status.match(/https?:\/\/\S+/g) ?? [];
      posted.push({ network: "mastodon", text: body.status, links, body, headers });
      return { status: 200, body: statuses.get(key) };
    },
    bluesky(path, body, headers) {
      if (path === "/xrpc/com.atproto.server.createSession") {
        const isRight = body.identifier === "site.bsky.social" && body.password === "app-pass";
        return isRight
          ? {
              status: 200,
              body: { did: "did:plc:site", accessJwt: "jwt", refreshJwt: "again", handle: body.identifier },
            }
          : { status: 401, body: { error: "AuthenticationRequired", message: "Invalid identifier or password" } };
      }
      demand(path === "/xrpc/com.atproto.repo.putRecord", "no such method");
      demand(headers.authorization === "Bearer jwt" && body.repo === "did:plc:site", "AuthMissing");
      const { record, rkey, collection } = body;
      demand(collection === "app.bsky.feed.post" && record.$type === collection, "InvalidRequest");
      demand(/^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/.test(rkey), "rkey is no TID");
      demand([...new Intl.Segmenter().segment(record.text)].length <= 300, "text too long");
      demand(!Number.isNaN(Date.parse(record.createdAt)) && record.langs.length === 1, "createdAt");
      demand(URL.canParse(record.embed.external.uri) && record.embed.external.title, "embed");
      const bytes = Buffer.from(record.text);
      const links = record.facets.map(({ index, features: [feature] }: Body) => {
        demand(index.byteStart < index.byteEnd && index.byteEnd <= bytes.length, "facet");
        demand(!bytes.subarray(index.byteStart, index.byteEnd).toString().includes("\ufffd"), "facet cuts a character");
        return feature.uri;
      });
      const isNew = !records.has(rkey);
      records.set(rkey, record);
      if (isNew) posted.push({ network: "bluesky", text: record.text, links, body, headers });
      return { status: 200, body: { uri: `at://did:plc:site/${collection}/${rkey}`, cid: "bafy" } };
    },
  };

  const server = createServer(async (req, res) => {
    let raw = "";
    for await (const chunk of req) raw += chunk;
    const host = (req.headers.host ?? "").replace(/:\d+$/, "");
    const network = HOSTS[host as keyof typeof HOSTS];
    requests.push({ network, path: req.url ?? "" });
    let answer = behaviours.get(network);
    try {
      demand(req.method === "POST" && req.headers["content-type"] === "application/json", "POST JSON");
      answer ??= take[network](req.url ?? "", JSON.parse(raw), req.headers);
    } catch (error) {
      answer = { status: 400, body: { message: String(error) } };
    }
    const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    res.writeHead(answer.status, answer.headers).end(answer.status === 204 ? undefined : body);
  });
  const { port, close } = await listen(server);
  return {
    posted,
    requests,
    behaviours,
    at: (network: Network) => posted.filter((one) => one.network === network),
    resolve: Object.keys(HOSTS)
      .map((host) => `${host}=127.0.0.1:${port}`)
      .join(","),
    close,
  };
}

/** What an admin types for a channel of each network. */
export const CHANNEL_FORMS: Record<Network, Record<string, string>> = {
  discord: { secret: "https://discord.com/api/webhooks/1/token" },
  slack: { secret: "https://hooks.slack.com/services/T/B/x" },
  mattermost: { secret: "https://chat.test/hooks/abc" },
  telegram: { account: "@launches", secret: "123:abc" },
  mastodon: { server: "social.test", secret: "mast" },
  bluesky: { server: "", account: "@site.bsky.social", secret: "app-pass" },
};

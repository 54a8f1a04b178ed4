import { hash } from "node:crypto";
import type { ChannelKind, NewsChannel } from "#domain/notifications/channel.ts";
import type { Line, Post } from "#domain/notifications/channel-post.ts";
import { lengthOf } from "#domain/text/text.ts";
import { type Text, t } from "#languages/words.ts";

/** `key` and `at` stay the same when a post is sent again. */
export type Message = { post: Post; lines: readonly Line[]; language: string; key: string; at: Date };
type Body = Record<string, unknown>;
export type Reply = { status: number; body: Body };
export type Call = (url: string, body: Body, headers?: Record<string, string>) => Promise<Reply>;

type Field = { label: Text; example: string; hint?: Text; otherwise?: string; isOptional?: true };
type Kind = {
  name: string;
  /** Everybody can read it, so it gets no reports. */
  isPublic: boolean;
  /** A repeated request makes no second post. */
  isRepeatable: boolean;
  server?: Field;
  account?: Field;
  secret: Field & { isUrl: boolean };
  most: number;
  length: (lines: readonly Line[]) => number;
  send: (channel: NewsChannel, message: Message, call: Call) => Promise<Reply>;
};

const WEBHOOK = t`Webhook URL`;
/** A webhook URL does not say where it leads. */
const ROOM: Field = { label: t`Name`, example: "#launches", hint: t`Shown only in the admin.`, isOptional: true };
const written = (write: (lines: readonly Line[]) => string) => (lines: readonly Line[]) => lengthOf(write(lines));

/** Lines in a markup whose parts are written by `text`, `strong` and `link`. */
const markup =
  (text: (said: string) => string, strong: (said: string) => string, link: (said: string, url: string) => string) =>
  (lines: readonly Line[]): string =>
    lines
      .map((line) =>
        line
          .map((piece) =>
            piece.url
              ? link(text(piece.text), piece.url)
              : piece.isStrong
                ? strong(text(piece.text))
                : text(piece.text),
          )
          .join(""),
      )
      .join("\n");

const plain = markup(
  (said) => said,
  (said) => said,
  (said) => said,
);
const inMarkdown = markup(
  (said) => said.replace(/[\\`*_{}[\]()<>#+\-|~!]/g, "\\$&"),
  (said) => `**${said}**`,
  (said, url) => `[${said}](${url.replace(/[()]/g, encodeURIComponent)})`,
);
const entities = (said: string) => said.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const inHtml = markup(
  entities,
  (said) => `<b>${said}</b>`,
  (said, url) => `<a href="${entities(url).replace(/"/g, "&quot;")}">${said}</a>`,
);

/** A status has no links but addresses, which count as 23 characters. */
const inStatus = (lines: readonly Line[]): string =>
  lines.map((line) => [plain([line]), ...line.flatMap(({ url }) => url ?? [])].join("\n")).join("\n\n");
const STATUS_URL = "https://example.com/123";
const statusLength = (lines: readonly Line[]) =>
  lengthOf(
    inStatus(lines.map((line) => line.map(({ url, ...piece }) => (url ? { ...piece, url: STATUS_URL } : piece)))),
  );

/** Links in a text, by the bytes that they cover (app.bsky.richtext.facet). */
function facetsOf(lines: readonly Line[]) {
  let at = 0;
  return lines.flatMap((line) => {
    const found = line.flatMap(({ text, url }) => {
      const byteStart = at;
      at += Buffer.byteLength(text);
      const feature = { $type: "app.bsky.richtext.facet#link", uri: url };
      return url ? [{ index: { byteStart, byteEnd: at }, features: [feature] }] : [];
    });
    at += 1;
    return found;
  });
}
const graphemes = new Intl.Segmenter();
const TID_DIGITS = "234567abcdefghijklmnopqrstuvwxyz";

/** A record key made of a time. The same post has the same, so that sending it again replaces it. */
export function tidOf({ key, at }: Pick<Message, "key" | "at">): string {
  const digest = Number.parseInt(hash("sha256", key, "hex").slice(0, 12), 16);
  let left = (BigInt(at.getTime()) * 1000n + BigInt(digest % 1000)) * 1024n + BigInt(Math.floor(digest / 1000) % 1024);
  let tid = "";
  for (let digit = 0; digit < 13; digit++, left /= 32n) tid = TID_DIGITS[Number(left % 32n)] + tid;
  return tid;
}

async function sendToBluesky({ server, account, secret }: NewsChannel, message: Message, call: Call): Promise<Reply> {
  const session = await call(`${server}/xrpc/com.atproto.server.createSession`, {
    identifier: account,
    password: secret,
  });
  const { accessJwt, did } = session.body;
  if (session.status !== 200 || typeof accessJwt !== "string") return session;
  const { post, lines, language, at } = message;
  const [only] = post.items.length === 1 ? post.items : [];
  const external = only
    ? { uri: only.url, title: only.name, description: only.text ?? "" }
    : { uri: post.allUrl, title: post.heading, description: "" };
  const record = {
    $type: "app.bsky.feed.post",
    text: plain(lines),
    facets: facetsOf(lines),
    embed: { $type: "app.bsky.embed.external", external },
    langs: [language],
    createdAt: at.toISOString(),
  };
  return call(
    `${server}/xrpc/com.atproto.repo.putRecord`,
    { repo: did, collection: "app.bsky.feed.post", rkey: tidOf(message), record },
    { authorization: `Bearer ${accessJwt}` },
  );
}

export const KINDS: Record<ChannelKind, Kind> = {
  discord: {
    name: "Discord",
    ...{ isPublic: false, isRepeatable: false, most: 2000, length: written(inMarkdown) },
    account: ROOM,
    secret: {
      label: WEBHOOK,
      isUrl: true,
      example: "https://discord.com/api/webhooks/…",
      hint: t`In Discord: channel settings, Integrations, Webhooks.`,
    },
    send: ({ secret }, { post, lines }, call) =>
      call(secret, {
        content: inMarkdown(lines),
        allowed_mentions: { parse: [] },
        // Without previews of each link (SUPPRESS_EMBEDS).
        ...(post.items.length > 1 && { flags: 4 }),
      }),
  },
  slack: {
    name: "Slack",
    ...{ isPublic: false, isRepeatable: false, most: 3000, length: written(plain) },
    account: ROOM,
    secret: {
      label: WEBHOOK,
      isUrl: true,
      example: "https://hooks.slack.com/services/…",
      hint: t`In Slack: create an app, Incoming Webhooks, Add New Webhook.`,
    },
    // Elements of rich text have no markup, so nothing in them can be a mention.
    send: ({ secret }, { post, lines }, call) =>
      call(secret, {
        text: entities(plain(lines)),
        blocks: [
          {
            type: "rich_text",
            elements: lines.map((line) => ({
              type: "rich_text_section",
              elements: line.map(({ text, url, isStrong }) =>
                url ? { type: "link", url, text } : { type: "text", text, ...(isStrong && { style: { bold: true } }) },
              ),
            })),
          },
        ],
        ...{ unfurl_links: post.items.length === 1, unfurl_media: false },
      }),
  },
  mattermost: {
    name: "Mattermost",
    ...{ isPublic: false, isRepeatable: false, most: 4000, length: written(inMarkdown) },
    account: ROOM,
    secret: {
      label: WEBHOOK,
      isUrl: true,
      example: "https://chat.example.com/hooks/…",
      hint: t`In Mattermost: Integrations, Incoming Webhooks.`,
    },
    send: ({ secret }, { lines }, call) => call(secret, { text: inMarkdown(lines) }),
  },
  telegram: {
    name: "Telegram",
    ...{ isPublic: false, isRepeatable: false, most: 4096, length: written(plain) },
    account: { label: t`Chat`, example: "@channel", hint: t`Name of a public channel, or the number of a chat.` },
    secret: {
      label: t`Bot token`,
      isUrl: false,
      example: "123456:ABC…",
      hint: t`From @BotFather. The bot must be a member of the chat.`,
    },
    send: ({ account, secret }, { post, lines }, call) =>
      call(`https://api.telegram.org/bot${secret}/sendMessage`, {
        chat_id: account,
        text: inHtml(lines),
        parse_mode: "HTML",
        link_preview_options: post.items.length === 1 ? { url: post.items[0]?.url } : { is_disabled: true },
      }),
  },
  mastodon: {
    name: "Mastodon",
    ...{ isPublic: true, isRepeatable: true, most: 500, length: statusLength },
    server: { label: t`Server`, example: "https://mastodon.social" },
    secret: {
      label: t`Access token`,
      isUrl: false,
      example: "",
      hint: t`In Mastodon: Preferences, Development, New application with write:statuses.`,
    },
    send: ({ server, secret }, { lines, language, key }, call) =>
      call(
        `${server}/api/v1/statuses`,
        { status: inStatus(lines), language: language.split("-")[0] },
        { authorization: `Bearer ${secret}`, "idempotency-key": key },
      ),
  },
  bluesky: {
    name: "Bluesky",
    ...{ isPublic: true, isRepeatable: true, most: 300 },
    length: (lines) => Array.from(graphemes.segment(plain(lines))).length,
    server: { label: t`Server`, example: "https://bsky.social", otherwise: "https://bsky.social" },
    account: { label: t`Handle`, example: "name.bsky.social" },
    secret: {
      label: t`App password`,
      isUrl: false,
      example: "xxxx-xxxx-xxxx-xxxx",
      hint: t`In Bluesky: Settings, Privacy and security, App passwords.`,
    },
    send: sendToBluesky,
  },
};

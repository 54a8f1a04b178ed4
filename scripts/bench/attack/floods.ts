import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { authorizeOf, callOf, formOf, jsonOf, messageOf } from "./client.ts";
import { type Attack, HONEST_HOSTS, type Shot, type Stage } from "./stage.ts";

type Shots = (stage: Stage, nth: number) => Shot | (() => Shot)[];

/** Keeps so many requests on their way; of a list, each takes its turn. */
const flood = (title: string, inFlight: number, shots: Shots, more: Partial<Attack> = {}): Attack => ({
  title,
  ...more,
  run: ({ stage, flood, send }) =>
    flood(inFlight, (nth) => {
      const shot = shots(stage, nth);
      return send(Array.isArray(shot) ? shot[nth % shot.length]!() : shot);
    }),
});
const paths = (...list: string[]): (() => Shot)[] => list.map((path) => () => ({ path }));
const repeat = (count: number, part: (at: number) => string, by = ""): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(by);

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const TOPICS =
  "analytics teams customers automation invoice marketing developer platform design software without calendar";
/** Words that many listings have, with typing errors, so that each search has to look at much; never the same ones twice. */
const wordsOf = (nth: number): string =>
  TOPICS.split(" ")
    .map((word, at) => {
      const place = (nth + at) % word.length;
      return word.slice(0, place) + LETTERS[(nth * 7 + at) % 26] + word.slice(place + 1);
    })
    .join(" ")
    .slice(0, 200);
const text = (nth: number, length: number): string =>
  repeat(length / 8, (at) => `word${(at * nth) % 997} `).slice(0, length);

const EARLIER = { "mcp-protocol-version": "2025-03-26" };
const batchOf = (method: string, params: object) => {
  const messages = Array.from({ length: 100 }, (_, id) => ({ jsonrpc: "2.0", id, method, params }));
  return jsonOf("/mcp", messages, undefined, EARLIER);
};
const toolCall = (name: string, args: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
const deep = (open: string, close: string): string => `${open.repeat(100_000)}1${close.repeat(100_000)}`;

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const post = (path: string, headers: Record<string, string>, body: string | Buffer): Shot => {
  return { method: "POST", path, headers, body };
};
const packed = gzipSync(Buffer.alloc(100_000_000, " "));
const GZIP = { "content-encoding": "gzip" };
const LONG = "a".repeat(900_000);
const APP = { client_name: "App", redirect_uris: ["https://app.example/callback"] };
const PAYPAL = {
  "paypal-auth-algo": "SHA256withRSA",
  "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
  "paypal-transmission-id": "1",
  "paypal-transmission-sig": "c2ln",
  "paypal-transmission-time": "2026-11-18T10:00:00Z",
};
const NOTICE = {
  id: "WH-1",
  event_type: "PAYMENT.CAPTURE.COMPLETED",
  resource: { id: "1", status: "COMPLETED", amount: { currency_code: "USD", value: "1.00" }, custom_id: "D-1" },
};

export const floods: Record<string, Attack> = {
  "client-documents": flood("Unknown client ids on the host of a connected assistant", 8, ({ base }, nth) =>
    authorizeOf(base, `https://${HONEST_HOSTS.assistant}/z${nth}.html`),
  ),
  "client-ids": flood(
    "Unknown client ids, on hosts that never answer and as random words",
    64,
    ({ base, siteHosts }, nth) => ({
      ...authorizeOf(base, nth % 2 ? `https://${siteHosts[nth % siteHosts.length]}/c${nth}` : `c${nth}`),
      from: nth % 60,
    }),
    { website: () => undefined },
  ),
  registrations: flood("Client registrations: `{}`, valid ones, broken JSON", 32, (_stage, nth) => {
    const bodies = ["{}", APP, "{", { ...APP, client_name: "x".repeat(60_000) }];
    return { ...jsonOf("/oauth/register", bodies[nth % 2 ? 0 : nth % 4]), from: nth % 60 };
  }),
  tokens: flood(
    "Token and revocation requests with made-up credentials, also in the name of a connected assistant",
    32,
    ({ base, assistants }, nth) => {
      const client_id = nth % 3 ? `made-up-${nth}` : assistants[0]!.clientId;
      const fields: Record<string, string> =
        nth % 4 === 0
          ? { grant_type: "authorization_code", client_id, code: `c${nth}`, code_verifier: "v".repeat(43) }
          : { grant_type: "refresh_token", client_id, refresh_token: `r${nth}`.padEnd(43, "x") };
      return formOf(base, nth % 5 === 4 ? "/oauth/revoke" : "/oauth/token", { token: "x".repeat(43), ...fields });
    },
  ),
  "mcp-batches": flood("MCP: batches of 100 messages with large answers", 16, () => [
    () => batchOf("resources/read", { uri: "directory://openapi" }),
    () => batchOf("tools/list", {}),
    () => batchOf("tools/call", { name: "search_listings", arguments: { q: "a b c d", per_page: 100 } }),
  ]),
  "mcp-messages": flood("MCP: floods of tools/list, unknown tools, wrong tokens", 48, () => [
    () => messageOf("tools/list", {}),
    () => callOf("no_such_tool", {}),
    () => callOf("get_account", {}, "made-up-token"),
    () => callOf("get_account", {}, `dbt_${"x".repeat(42)}`),
    () => messageOf("resources/read", { uri: "directory://openapi" }),
    () => messageOf("no/such/method", {}),
  ]),
  "nested-json": flood("JSON nested 100,000 deep, by MCP and REST", 16, ({ strangers: [stranger] }) => [
    () => jsonOf("/mcp", toolCall("search_listings", `{"q":${deep("[", "]")}}`)),
    () => jsonOf("/mcp", toolCall("update_draft", deep('{"a":', "}")), stranger!.key),
    () => jsonOf("/api/v1/drafts", `{"url":${deep("[", "]")}}`, stranger!.key),
  ]),
  notices: flood("Forged notices of PayPal, Stripe and BTCPay", 24, () => [
    () => jsonOf("/webhooks/paypal", NOTICE, undefined, PAYPAL),
    () => {
      const signature = { "stripe-signature": `t=1,v1=${"0".repeat(64)}` };
      return jsonOf("/webhooks/stripe", `{"id":"evt_1"${" ".repeat(200_000)}}`, undefined, signature);
    },
    () => jsonOf("/webhooks/btcpay", {}, undefined, { "btcpay-sig": `sha256=${"0".repeat(64)}` }),
  ]),
  pages: flood("Floods of pages: the front page, listings, categories, the calendar", 64, ({ slugs }, nth) => {
    const [slug, other] = [slugs[nth % slugs.length]!, slugs[(nth * 3 + 1) % slugs.length]!];
    const listing = `/listings/${slug}`;
    return paths("/", listing, "/categories", `${listing}/alternatives`, "/launches", `/compare?a=${slug}&b=${other}`);
  }),
  "kept-reads": flood("Floods of the same few profiles, from memory", 64, ({ slugs }, nth) => {
    const slug = slugs[(nth >> 1) % Math.min(slugs.length, 10)]!;
    const headers = { "accept-encoding": "gzip, br" };
    return nth % 2 ? { path: `/api/v1/listings/${slug}`, headers } : callOf("get_listing", { slug });
  }),
  searches: flood("Searches that cost much, by page, REST and MCP", 32, (_stage, nth) => {
    const query = new URLSearchParams({
      q: nth % 4 === 0 ? `${LETTERS[nth % 26]} ${LETTERS[(nth * 3) % 26]}` : wordsOf(nth),
    });
    return paths(`/api/v1/listings?${query}&per_page=100`, `/search?${query}&page=${1 + (nth % 50)}`);
  }),
  // Quotas and usage count by address, so neither stops these.
  crowd: flood("40 clients that search by page, REST and MCP, each request from a new address", 40, (_stage, nth) => {
    const q = wordsOf(nth);
    const query = new URLSearchParams({ q });
    const shots = [
      { path: `/search?${query}` },
      { path: `/api/v1/listings?${query}` },
      callOf("search_listings", { q }),
    ];
    return { ...shots[nth % shots.length]!, from: "new" };
  }),
  "missing-pages": flood("Pages, listings, twins and pictures that do not exist", 64, (_stage, nth) => {
    const word = `no-such-thing-${nth}`;
    const listings = [`/listings/${word}`, `/listings/${word}.md`, `/previews/listings/${word}.png`];
    const others = [`/${word}`, `/api/v1/listings/${word}`, `/blog/${word}`, `/founders/${word}`];
    const all = [...listings, ...others, `/pictures/${"x".repeat(27)}/64`];
    return { path: all[nth % all.length]!, method: nth % 7 === 0 ? "HEAD" : "GET" };
  }),
  documents: flood("Feeds, sitemaps, Markdown twins, the API document", 48, ({ slugs }, nth) => {
    const [slug, other] = [slugs[nth % slugs.length]!, slugs[(nth * 5 + 1) % slugs.length]!];
    const feeds = ["/sitemap.xml", "/sitemaps/listings-1.xml", "/feeds/launches.atom", "/feeds/updates.atom"];
    const texts = [`/listings/${slug}.md`, "/index.md", "/api/v1/openapi.json", "/llms-full.txt"];
    const lists = [`/compare?a=${slug}&b=${other}`, `/listings?per_page=100&page=${1 + (nth % 1000)}&sort=trending`];
    const all = [...feeds, ...texts, ...lists.map((path) => `/api/v1${path}`)];
    return { path: all[nth % all.length]!, headers: { "accept-encoding": "br, gzip" } };
  }),
  pictures: flood("Previews of every listing, and badges in every form", 32, ({ slugs }, nth) => {
    const slug = slugs[nth % slugs.length]!;
    const form = ["standard", "outline", "pill", "banner", "square"][nth % 5];
    return paths(`/badges/${slug}/listed/${form}-${nth % 3 ? "auto" : "dark"}-l.svg`, `/previews/listings/${slug}.png`);
  }),
  "large-requests": flood(
    "Bodies of a megabyte, packed bodies of 100 MB, 10,000 parameters, 15 kB of cookies, 1,500 ranges",
    24,
    ({ strangers, base }, nth) => [
      () => jsonOf("/mcp", toolCall("search_listings", `{"q":"${LONG}"}`)),
      () => jsonOf("/mcp", toolCall("search_listings", `{${repeat(60_000, (at) => `"k${at}":1`, ",")}}`)),
      () => post("/mcp", { "content-type": "application/json", ...GZIP }, packed),
      () => post("/sign-in", { ...FORM, ...GZIP }, packed),
      () => jsonOf("/api/v1/drafts", { url: `https://${LONG}` }, strangers[nth % strangers.length]!.key),
      () => formOf(base, "/oauth/token", { client_id: LONG }),
      () => post("/drafts/x", FORM, "a&".repeat(450_000)),
      () => post("/webhooks/stripe", { "stripe-signature": "t=1,v1=0" }, Buffer.alloc(1_000_000)),
      () => ({ path: `/search?${"q=a&".repeat(2500)}n=${nth}` }),
      () => ({ path: `/api/v1/listings?${repeat(1200, (at) => `k${at}=1`, "&")}` }),
      () => ({ path: "/", headers: { cookie: `${"a=b; ".repeat(2500)}sid=x` } }),
      () => ({
        path: "/",
        headers: { "accept-language": "a;q=0.1,".repeat(1500), accept: "text/html;q=0.1,".repeat(300) },
      }),
      () => ({ path: "/favicon.svg", headers: { range: `bytes=${repeat(1500, (at) => `${at}-${at + 1}`, ",")}` } }),
    ],
  ),
  "owner-edits": flood(
    "Longest texts saved again and again by 40 owners, their histories, twins and exports read",
    24,
    ({ strangers }, nth) => {
      const { key, cookie, listingId, slug } = strangers[nth % strangers.length]!;
      const once = { "idempotency-key": randomUUID() };
      const headers = { cookie: `sid=${cookie}` };
      const fields = { description: text(nth, 20_000), summary: text(nth, 300) };
      const body = `${"> ".repeat(400)}${"[a](".repeat(400)}`;
      const listing = `/api/v1/me/listings/${listingId}`;
      return [
        () => ({ ...jsonOf(listing, { fields }, key, once), method: "PATCH" }),
        () => ({ path: `/account/listings/${listingId}/history`, headers }),
        () => ({ path: `/listings/${slug}.md` }),
        () => ({ path: "/account/data.json", headers }),
        () => jsonOf(`${listing}/updates`, { title: `News ${nth}`, body }, key, once),
      ];
    },
  ),
};

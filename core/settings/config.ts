import { isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import { readSender } from "#domain/notifications/mail-sender.ts";
import { isIban } from "#domain/orders/transfer.ts";
import { readInterval } from "#domain/site/backup-schedule.ts";
import { inEnglish, t } from "#languages/words.ts";
import { secretKeySettings } from "../credentials/secret-keys.ts";
import { faultsOf, issueText } from "../errors/faults.ts";
import { signInSettings } from "../sign-in-providers/settings.ts";
import { storageSettings } from "../storage/settings.ts";
import { contradictions, type SettingFault } from "./contradictions.ts";
import { databaseSettings } from "./database-settings.ts";
import { datevSettings } from "./datev-settings.ts";
import { atLeast, flag, httpUrl, secret, whole, words } from "./kinds.ts";
import { limitSettings, rate } from "./limit-settings.ts";
import { modelSettings } from "./model-settings.ts";
import { sellerSettings } from "./seller-settings.ts";

const Port = z.coerce.number().int().min(0).max(65535);
const List = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);
const Zone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}, "Must be an IANA time zone, like Europe/Berlin.");
const LanguageTag = z.string().refine((tag) => {
  try {
    return new Intl.Locale(tag).baseName === tag && tag.length <= 12;
  } catch {
    return false;
  }
}, "Must be a language tag, like de or pt-BR.");
const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const PageUrl = z.url({ protocol: /^(https?|mailto)$/ }).optional();
const Proof = z.string().min(1).max(1000).optional();

export const Settings = z.object({
  HOST: z.string().default("127.0.0.1").describe("Address to listen on. By default only this machine can connect."),
  PORT: Port.default(3000).describe("Port to listen on. 0 picks a free one."),
  BASE_URL: httpUrl
    .optional()
    .describe("Public address of the site without a path, like https://debut.example.com. Default: http://HOST:PORT."),
  DATA_DIR: z.string().default("./var").describe("Folder of the database and all other stored data."),
  ...databaseSettings,
  ...secretKeySettings,
  ...storageSettings,
  SITE_NAME: z
    .string()
    .min(1)
    .max(60)
    .default("Debut")
    .describe(
      "Name of the site, shown on pages, in emails and to assistants. Admins can choose another one at /admin/settings.",
    ),
  SITE_TIMEZONE: Zone.default("UTC").describe("IANA time zone in which launch weeks begin on Monday 00:00."),
  SITE_LANGUAGE: LanguageTag.default("en").describe(
    "Language of the site, as a BCP 47 tag: en, or one with a catalog. Its pages have no prefix.",
  ),
  SITE_LANGUAGES: List.pipe(z.array(LanguageTag))
    .default([])
    .describe(
      "Other languages of the site, separated by commas, like de,pt-BR. Their pages are below /de and /pt-br. " +
        "Each needs a catalog: Debut's own, or DATA_DIR/languages/TAG.po, which also overrides Debut's own.",
    ),
  PRIVACY_URL: PageUrl.describe(
    "Address of the site's privacy policy, linked from every page, sign-up and consent. Default: this " +
      "site's own, which the team edits at /admin/pages.",
  ),
  TERMS_URL: PageUrl.describe(
    "Address of the site's terms of use, linked from every page, sign-up and consent. Default: this " +
      "site's own, which the team edits at /admin/pages.",
  ),
  IMPRINT_URL: PageUrl.describe(
    "Address of a page that says who runs the site. Default: the imprint of this site, from /admin/pages or the seller's settings.",
  ),
  SUPPORT_URL: PageUrl.describe(
    "Where people get help, linked from every page: a page, or an address like mailto:help@example.com. Default: this site's form.",
  ),
  CONTACT_EMAIL: z
    .email()
    .optional()
    .describe(
      "Address that gets messages from the contact form and replies to emails. Without it, every admin " +
        "gets the messages, and emails ask people to use the form instead of replying.",
    ),
  OPENAI_APPS_CHALLENGE: Proof.describe(
    "Token from OpenAI's form for apps, served at /.well-known/openai-apps-challenge to prove the domain.",
  ).meta({ secret: false }),
  MCP_REGISTRY_AUTH: Proof.describe(
    "Proof for the MCP Registry, like v=MCPv1; k=ed25519; p=…, served at /.well-known/mcp-registry-auth.",
  ).meta({ secret: false }),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, "Must be 8 to 128 letters, digits and dashes.")
    .optional()
    .describe(
      "A key of your own, 8 to 128 letters, digits and dashes. With it, the search engines of indexnow.org " +
        "are notified of new, changed and removed listings. Served at /KEY.txt.",
    )
    .meta({ secret: false }),
  INDEXNOW_URL: httpUrl
    .default("https://api.indexnow.org/indexnow")
    .describe("IndexNow endpoint to notify. Any endpoint informs the other engines."),
  TRUSTED_PROXIES: List.default([]).describe(
    "Comma-separated addresses or networks of reverse proxies whose X-Forwarded-For is believed, like 127.0.0.1,10.0.0.0/8.",
  ),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,60}$/, "Must be the name of a header, like CF-IPCountry.")
    .optional()
    .describe(
      "Header in which a proxy of TRUSTED_PROXIES names the country of a visitor, like CF-IPCountry. With it, visitors are counted by country.",
    ),
  ...modelSettings,
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "Must be an address like smtps://user:password@mail.example.com:465." })
    .optional()
    .describe(
      "Mail server, like smtps://user:password@mail.example.com:465. Without it, emails stay in the outbox, where admins read them.",
    )
    .meta({ secret: "password" }),
  MAIL_FROM: z
    .string()
    .refine(
      (from) => readSender(from) !== undefined,
      issueText(t`Must be one email address, like ${"Debut <hello@example.com>"}.`),
    )
    .optional()
    .describe(
      "Sender of emails: an address, like hello@example.com, or a name followed by the address in angle brackets. " +
        "Default: the site name and no-reply at the host of BASE_URL.",
    ),
  DNS_SERVERS: List.default([]).describe(
    "Comma-separated DNS servers (address or address:port) for everything Debut looks up. Default: those of the system.",
  ),
  OUTBOUND_RESOLVE: z
    .string()
    .default("")
    .describe(
      "host=address:port,… sends http and https requests for that host to that address, in plain HTTP with " +
        "the same Host header. Only these hosts may be private. For development and tests.",
    ),
  SCREENSHOT_BROWSER: words(
    "Path of a Chromium, with flags if needed, or the ws:// address of one. Takes screenshots of the websites of " +
      "listings that have no picture. Without it, there are none.",
  ),
  CRAWL_GAP_MS: whole(0, 10_000, 500, "Pause between two crawl requests to one website, in milliseconds."),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("Least severe level to log, as JSON lines on standard error."),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe(
      "Address of an OpenTelemetry collector, like http://127.0.0.1:4318. Turns on traces, sent as OTLP " +
        "over HTTP. Other OTEL_ variables, such as OTEL_SERVICE_NAME, have their standard meaning.",
    ),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default("parentbased_always_on")
    .describe("Which requests are traced if traces are on."),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("Share of requests, from 0 to 1, that ratio samplers trace."),
  BACKUP_EVERY: z
    .string()
    .refine(
      (text) => readInterval(text) !== undefined,
      "Must be a number of minutes, hours or days, like 30m, 6h or 1d.",
    )
    .optional()
    .describe("How often the site backs up its database, like 6h. Without it, you make backups yourself."),
  BACKUP_KEEP: rate(28, "How many of these backups to keep. Older ones are deleted."),
  BACKUP_DIR: words("Folder of the backups, ideally on another disk. Default: backups in DATA_DIR."),
  CACHE_MB: atLeast(
    0,
    128,
    "Memory for responses and pages that are kept until what they show changes, in megabytes, half for " +
      "each. Parts of lists and compressed responses take up to two thirds more. 0 keeps none.",
  ),
  CACHE_DISK_MB: atLeast(
    0,
    1024,
    "Space in DATA_DIR for responses that no longer fit in memory, in megabytes. It fills only if 1 GB " +
      "stays free, and is free again once the process ends. Its index takes up to a twentieth of it in " +
      "memory. 0 keeps none.",
  ),
  AUDIT_RETENTION_DAYS: atLeast(
    30,
    730,
    "Days after which audit log entries are deleted, at least 30. To keep them longer, export them first: debut audit export.",
  ),
  REQUIRE_ADMIN_TWO_FACTOR: flag(
    false,
    "Whether admins need two factors: a passkey, or a code from an authenticator app besides the " +
      "password. Admins without one must set it up before any admin page opens.",
  ),
  API_KEYS_ON_MCP: flag(true, "Whether /mcp accepts API keys as well as OAuth tokens."),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe("Bearer token required by /metrics. Without it, /metrics answers loopback addresses only.")
    .meta({ secret: true }),
  MCP_ORIGINS: List.default([]).describe(
    "Origins of browser apps that may call /mcp, separated by commas, like https://chat.example.com or " +
      "chrome-extension://ID. * allows any. Assistants on the web and this machine are always allowed.",
  ),
  MCP_HOLD_MS: whole(
    0,
    60_000,
    20_000,
    "How long an MCP call waits for a draft or a check before it answers with the progress so far, in milliseconds. 0 answers at once.",
  ),
  ...signInSettings,
  MCP_EVENTS: flag(
    false,
    "Whether MCP clients can poll for events of their account (the extension io.modelcontextprotocol/events, which may change).",
  ),
  REFRESH_LEEWAY_SECONDS: whole(
    0,
    3600,
    60,
    "How long a rotated refresh token may be sent again, for clients that lose a response.",
  ),
  WEEK_CAPACITY: rate(25, "Launches per week, for weeks without a capacity of their own."),
  FREE_WEEKS_MIN: rate(6, "Earliest launch on the free plan, in weeks from now."),
  FREE_WEEKS_MAX: rate(8, "Latest launch on the free plan, in weeks from now."),
  VOTE_BURST_NETWORK: rate(
    20,
    "Votes per hour on one listing that count from one public network. Further votes are stored but not counted.",
  ),
  VOTE_BURST_NEW_ACCOUNTS: rate(
    100,
    "Votes per hour on one listing that count from accounts younger than a day. Further votes are stored but not counted.",
  ),
  DOMAIN_RATING_PROVIDER: z
    .enum(["off", "ahrefs", "open-page-rank", "tranco-file"])
    .default("off")
    .describe("Source of domain ratings, refreshed once a week. By default there are none."),
  DOMAIN_RATING_KEY: secret("Key for ahrefs (a free API key) or open-page-rank."),
  DOMAIN_RATING_FILE: words("Path of the Tranco list as CSV (rank,domain), for tranco-file."),
  PAYMENT_INSTRUCTIONS: words(
    "How to pay by bank transfer, as plain text, for accounts without an IBAN or in addition to " +
      "BANK_IBAN; \\n starts a new line. Debut adds the amount and the order number. Without it and " +
      "BANK_IBAN, bank transfer is not offered.",
    2000,
  ),
  BANK_IBAN: z
    .string()
    .transform((text) => text.replace(/\s/g, "").toUpperCase())
    .refine(isIban, "Must be an IBAN whose check digits are right, like DE02 1203 0000 0000 2020 51.")
    .optional()
    .describe("Account for bank transfers. Turns on bank transfer."),
  BANK_BIC: z
    .string()
    .regex(/^[A-Za-z0-9]{8}([A-Za-z0-9]{3})?$/, "Must be a BIC of 8 or 11 characters.")
    .optional()
    .describe("BIC of the bank, which transfers from other countries may need."),
  BANK_HOLDER: words("Holder of that account. Default: SELLER_NAME.", 70),
  PAYMENT_TIMEOUT_MS: whole(100, 60_000, 15_000, "Timeout of requests to payment providers, in milliseconds."),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, "Must be the secret key (sk_…) or a restricted key (rk_…), not the publishable one.")
    .optional()
    .describe("Secret or restricted key of a Stripe account. Turns on payment by card and wallet.")
    .meta({ secret: true }),
  STRIPE_WEBHOOK_SECRET: secret("Signing secret (whsec_…) of the webhook at Stripe."),
  STRIPE_API_BASE: httpUrl
    .optional()
    .describe("Address of the Stripe API, if not the default one. For development and tests."),
  PAYPAL_CLIENT_ID: words("Client id of a PayPal REST app. Turns on PayPal."),
  PAYPAL_CLIENT_SECRET: secret("Secret of the PayPal app."),
  PAYPAL_WEBHOOK_ID: words("Id of the webhook at PayPal, used to verify signatures."),
  PAYPAL_API_BASE: httpUrl
    .default("https://api-m.paypal.com")
    .describe("Address of the PayPal API. https://api-m.sandbox.paypal.com is the sandbox."),
  BTCPAY_URL: httpUrl
    .optional()
    .describe("Address of a BTCPay Server, like https://btcpay.example.com. Turns on payment with Bitcoin."),
  BTCPAY_STORE_ID: words("Id of the store at BTCPay Server."),
  BTCPAY_API_KEY: secret("API key of BTCPay Server that may view and create invoices."),
  BTCPAY_WEBHOOK_SECRET: secret("Secret of the store's webhook at BTCPay Server."),
  PADDLE_API_KEY: secret(
    "API key of a Paddle Billing account. Turns on sales by Paddle as merchant of record, with `VAT_MODE=off`.",
  ),
  PADDLE_WEBHOOK_SECRET: secret("Secret of the notification destination at Paddle."),
  PADDLE_API_BASE: httpUrl
    .default("https://api.paddle.com")
    .describe("Address of the Paddle API. https://sandbox-api.paddle.com is the sandbox."),
  FEATURED_PER_WEEK: rate(4, "Listings in the featured row of the home page per week."),
  ...sellerSettings,
  ...datevSettings,
  ...limitSettings,
});

export type Settings = Omit<z.infer<typeof Settings>, "BASE_URL"> & {
  BASE_URL: string;
  /** What the environment sets, as it is written there. */
  environment: Readonly<Record<string, string>>;
};

const wrong = (lines: string[]): Error =>
  new Error(`These settings are wrong:\n${lines.map((line) => `  ${line}`).join("\n")}\nSee docs/configuration.md.`);

/** Values as they are written in the environment or typed by admins, or what is wrong with them. */
export function checkSettings(typed: Readonly<Record<string, string>>) {
  // Parsed seldom, so compiling the schema would take longer.
  const { data, error } = Settings.safeParse(typed, { reportInput: true, jitless: true });
  const faults: SettingFault[] = error
    ? faultsOf(error, Settings).map(({ pointer = "", detail }) => ({ names: [pointer.slice(1)], detail }))
    : contradictions(data);
  return faults.length > 0 ? { faults } : { data, faults: [] };
}

/**
 * Reads settings from environment variables. Empty ones count as absent. Throws one Error that
 * names every invalid setting.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const environment = Object.fromEntries(
    Object.keys(Settings.shape).flatMap((key) => (env[key] ? [[key, env[key]]] : [])),
  );
  const { data, faults } = checkSettings(environment);
  if (!data) throw wrong(faults.map(({ names, detail }) => `${names[0]}: ${inEnglish(detail)}`));
  const { BASE_URL, DATA_DIR, ...rest } = data;
  const host = rest.HOST.includes(":") ? `[${rest.HOST}]` : rest.HOST === "0.0.0.0" ? "127.0.0.1" : rest.HOST;
  const base = new URL(BASE_URL ?? `http://${host}:${rest.PORT}`);
  if (base.pathname !== "/" || base.search || base.hash) {
    throw new Error(
      "BASE_URL must be an origin without a path, like https://debut.example.com. Give Debut a host name of its own.",
    );
  }
  const folder = isAbsolute(DATA_DIR) ? DATA_DIR : resolve(DATA_DIR);
  return { ...rest, DATA_DIR: folder, BASE_URL: base.origin, environment };
}

export const databaseFile = (settings: Settings): string => join(settings.DATA_DIR, "debut.db");

export const uploadFolder = ({ DATA_DIR }: Pick<Settings, "DATA_DIR">): string => join(DATA_DIR, "uploads");

export const processFolder = ({ DATA_DIR }: Settings): string => join(DATA_DIR, "processes");

export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: Settings): string =>
  resolve(BACKUP_DIR ?? join(DATA_DIR, "backups"));

import { isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import { readInterval } from "../domain/backup-schedule.ts";
import { readCountry, VAT_MODES } from "../domain/vat.ts";
import { faultsOf } from "./faults.ts";

const Port = z.coerce.number().int().min(0).max(65535);
const List = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);
const Flag = z.stringbool();
const Zone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}, "Must be an IANA time zone, like Europe/Berlin.");
/** By the names of OpenTelemetry. */
const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const rate = (count: number, text: string) => z.coerce.number().int().min(1).default(count).describe(text);

/** Every setting: an environment variable, its default and its sentence. docs/configuration.md is printed from this object. */
export const Settings = z.object({
  HOST: z
    .string()
    .default("127.0.0.1")
    .describe("Address to listen on. Nothing but this machine can connect until you change it."),
  PORT: Port.default(3000).describe("Port to listen on. 0 takes a free one."),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Public address of the site without a path, like https://debut.example.com. Default: http://HOST:PORT."),
  DATA_DIR: z.string().default("./var").describe("Folder of the database and everything else that is kept."),
  SITE_NAME: z
    .string()
    .min(1)
    .max(60)
    .default("Debut")
    .describe("Name of the site, shown on pages, in mails and to assistants."),
  SITE_TIMEZONE: Zone.default("UTC").describe("IANA time zone in which launch weeks begin on Monday 00:00."),
  TRUSTED_PROXIES: List.default([]).describe(
    "Comma-separated addresses or networks of reverse proxies whose X-Forwarded-For is believed, like 127.0.0.1,10.0.0.0/8.",
  ),
  ANTHROPIC_API_KEY: z
    .string()
    .optional()
    .describe("Key for the Anthropic API. Without it drafts come from the built-in extractive drafter."),
  ANTHROPIC_BASE_URL: z.url().optional().describe("Address of the Anthropic API when it is not the usual one."),
  ANTHROPIC_MODEL: z.string().default("claude-haiku-5-5").describe("Model that drafts profiles."),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "Must be an address like smtps://user:password@mail.example.com:465." })
    .optional()
    .describe(
      "Mail server, like smtps://user:password@mail.example.com:465. Without it mails stay in the outbox that the admin reads.",
    ),
  MAIL_FROM: z
    .string()
    .optional()
    .describe("Sender of mails, like Debut <hello@example.com>. Default: the site name at the host of BASE_URL."),
  DNS_SERVERS: List.default([]).describe(
    "Comma-separated DNS servers (address or address:port) for everything Debut looks up. Default: those of the system.",
  ),
  OUTBOUND_RESOLVE: z
    .string()
    .default("")
    .describe(
      "host=address:port,… sends requests to that host, http or https, there in plain HTTP with the Host header kept; those hosts alone may be private. For development and tests.",
    ),
  CRAWL_GAP_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(500)
    .describe("Pause between two requests to one website, in milliseconds."),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("How much is logged, as JSON lines on standard error."),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "Address of an OpenTelemetry collector, like http://127.0.0.1:4318. Switches on traces, sent as OTLP over HTTP. Other OTEL_ variables, such as OTEL_SERVICE_NAME, mean what the standard says.",
    ),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default("parentbased_always_on")
    .describe("Which requests are traced when traces are on."),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("Share of requests, from 0 to 1, that traceidratio and parentbased_traceidratio trace."),
  BACKUP_EVERY: z
    .string()
    .refine(
      (text) => readInterval(text) !== undefined,
      "Must be a number of minutes, hours or days, like 30m, 6h or 1d.",
    )
    .optional()
    .describe("How often serve backs up the database, like 6h. Without it there are no backups but those you make."),
  BACKUP_KEEP: rate(28, "How many of these backups are kept; older ones are removed."),
  BACKUP_DIR: z
    .string()
    .optional()
    .describe("Folder of the backups, best on another disk. Default: backups in DATA_DIR."),
  API_KEYS_ON_MCP: Flag.default(true).describe("Whether API keys are accepted at /mcp beside OAuth tokens."),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe("Bearer token that /metrics asks for. Without it /metrics answers only to loopback addresses."),
  REFRESH_LEEWAY_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3600)
    .default(60)
    .describe("For how long a rotated refresh token may be sent again, for clients that lose an answer."),
  WEEK_CAPACITY: rate(25, "Launches that a week takes, unless the week has a capacity of its own."),
  FREE_WEEKS_MIN: rate(6, "How many weeks ahead the free plan launches at the earliest."),
  FREE_WEEKS_MAX: rate(8, "How many weeks ahead the free plan launches at the latest."),
  VOTE_BURST_NETWORK: rate(
    20,
    "Votes an hour on one listing from one public network that count; further ones are kept but not counted.",
  ),
  VOTE_BURST_NEW_ACCOUNTS: rate(
    100,
    "Votes an hour on one listing from accounts younger than a day that count; further ones are kept but not counted.",
  ),
  DOMAIN_RATING_PROVIDER: z
    .enum(["off", "ahrefs", "open-page-rank", "tranco-file"])
    .default("off")
    .describe("Where domain ratings come from, once a week. Without one there are none."),
  DOMAIN_RATING_KEY: z.string().optional().describe("Key for ahrefs (a free API key) or open-page-rank."),
  DOMAIN_RATING_FILE: z.string().optional().describe("Path of the Tranco list as CSV (rank,domain), for tranco-file."),
  PAYMENT_INSTRUCTIONS: z
    .string()
    .max(2000)
    .optional()
    .describe(
      "How to pay without a provider, as plain text: bank, account, holder; \\n begins a new line. Amount and order number are added. Without it bank transfer is offered only when no provider is set up.",
    ),
  PAYMENT_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(15_000)
    .describe("How long a payment provider may take to answer, in milliseconds."),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, "Must be the secret key (sk_…) or a restricted key (rk_…), not the publishable one.")
    .optional()
    .describe("Secret or restricted key of a Stripe account. Switches on payment by card and wallet."),
  STRIPE_WEBHOOK_SECRET: z.string().optional().describe("Signing secret (whsec_…) of the webhook at Stripe."),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Address of Stripe's API when it is not the usual one. For development and tests."),
  PAYPAL_CLIENT_ID: z.string().optional().describe("Client id of a PayPal REST app. Switches on PayPal."),
  PAYPAL_CLIENT_SECRET: z.string().optional().describe("Secret of the PayPal app."),
  PAYPAL_WEBHOOK_ID: z.string().optional().describe("Id of the webhook at PayPal; notices are checked against it."),
  PAYPAL_API_BASE: z
    .url({ protocol: /^https?$/ })
    .default("https://api-m.paypal.com")
    .describe("Address of PayPal's API. https://api-m.sandbox.paypal.com is the sandbox."),
  BTCPAY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Address of a BTCPay Server, like https://btcpay.example.com. Switches on payment with Bitcoin."),
  BTCPAY_STORE_ID: z.string().optional().describe("Id of the store at BTCPay Server."),
  BTCPAY_API_KEY: z.string().optional().describe("API key of BTCPay Server that may view and create invoices."),
  BTCPAY_WEBHOOK_SECRET: z.string().optional().describe("Secret of the store's webhook at BTCPay Server."),
  FEATURED_PER_WEEK: rate(4, "Listings that the featured row of the start page takes for one week."),
  SELLER_NAME: z
    .string()
    .max(200)
    .optional()
    .describe(
      "Name of whoever sells, for invoices. None is issued before name, address and country of the seller are set.",
    ),
  SELLER_ADDRESS: z
    .string()
    .max(500)
    .optional()
    .describe("Address of whoever sells, for invoices; \\n begins a new line."),
  SELLER_EMAIL: z.email().optional().describe("Email address for questions about invoices."),
  SELLER_COUNTRY: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "Must be a two-letter country code, like DE.")
    .transform(readCountry)
    .optional()
    .describe(
      "ISO code of the country in which whoever sells is established. Without one every valid EU number gets reverse charge.",
    ),
  SELLER_VAT_NUMBER: z
    .string()
    .max(20)
    .optional()
    .describe(
      "VAT number of whoever sells, with its prefix. With it VIES gives a proof of each check of a buyer's number.",
    ),
  VAT_MODE: z
    .enum(VAT_MODES)
    .default("oss")
    .describe(
      "oss charges EU consumers the VAT of their country, home that of the seller's country (below the EU threshold), off charges no VAT.",
    ),
  VAT_OFF_NOTE: z
    .string()
    .max(500)
    .optional()
    .describe("Why no VAT is charged, in the words that your law asks for. Stands on invoices while VAT_MODE is off."),
  VIES_URL: z
    .url({ protocol: /^https?$/ })
    .default("https://ec.europa.eu/taxation_customs/vies/rest-api")
    .describe("REST API of the EU's register of VAT numbers."),
  LIMIT_READ_ANONYMOUS: rate(120, "Reads a minute for one address without a credential."),
  LIMIT_SEARCH_ANONYMOUS: rate(60, "Searches with q a minute for one address without a credential."),
  LIMIT_MCP_ANONYMOUS: rate(
    600,
    "MCP messages a minute for one address without a credential (assistants share addresses). Every message of a batch counts.",
  ),
  LIMIT_MCP: rate(1200, "MCP messages a minute for one account. Tools also count as reads and writes."),
  LIMIT_CREDENTIAL: rate(
    120,
    "Requests a minute for one address with a credential that is not valid, for REST and MCP together.",
  ),
  LIMIT_PAGE_ANONYMOUS: rate(
    300,
    "Pages a minute for one address that is not signed in. Files of the design are free.",
  ),
  LIMIT_PAGE: rate(600, "Pages a minute for one account."),
  LIMIT_IMAGE: rate(3000, "Badges and copies of logos and other pictures a minute for one address."),
  LIMIT_CONNECTIONS: rate(
    512,
    "Connections that one address may keep open. Proxies of TRUSTED_PROXIES are not counted.",
  ),
  LIMIT_BODIES: rate(32, "Requests of one address, or one credential, whose body may be on its way at the same time."),
  LIMIT_READ: rate(600, "Reads a minute for one account."),
  LIMIT_WRITE: rate(60, "Writes a minute for one account."),
  LIMIT_SUBMIT_HOUR: rate(5, "Websites submitted an hour by one account."),
  LIMIT_SUBMIT_DAY: rate(10, "Websites submitted a day by one account."),
  LIMIT_REGENERATE: rate(20, "Regenerated fields calls an hour for one account."),
  LIMIT_INVITE: rate(10, "Co-founder invitations a day by one account."),
  LIMIT_CLAIM_CHECK: rate(10, "Checks of claims an hour for one listing."),
  LIMIT_BADGE_CHECK: rate(10, "Checks of the badge an hour that are asked for one listing."),
  LIMIT_QUOTE: rate(30, "Prices of orders asked for a minute by one account."),
  LIMIT_CHECKOUT: rate(10, "Orders made an hour by one account."),
  LIMIT_VOTE: rate(60, "Votes given or taken back an hour by one account."),
  LIMIT_FOLLOW: rate(60, "Follows set or taken back an hour by one account."),
  LIMIT_REVIEW: rate(10, "Reviews written or changed a day by one account."),
  LIMIT_VIEW: rate(300, "Views of listings an hour that count for one address."),
  LIMIT_SIGN_IN: rate(
    10,
    "Sign-in attempts in 15 minutes from one address (or known browser) for one account; 5 times as many from one address; 10 times as many an hour for one account from browsers that never signed in to it.",
  ),
  LIMIT_OAUTH_TOKEN: rate(30, "Token requests a minute for one client."),
  LIMIT_OAUTH_REGISTER: rate(60, "Client registrations a minute for one address."),
});

export type Settings = Omit<z.infer<typeof Settings>, "BASE_URL"> & {
  /** Origin without a trailing slash. */
  BASE_URL: string;
};

/** Reads settings from environment variables. Empty variables count as absent. Throws one Error that names every bad setting. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const known = Object.fromEntries(
    Object.keys(Settings.shape).flatMap((key) => (env[key] === undefined || env[key] === "" ? [] : [[key, env[key]]])),
  );
  const parsed = Settings.safeParse(known, { reportInput: true });
  if (!parsed.success) {
    const lines = faultsOf(parsed.error, Settings).map(
      ({ pointer = "", detail }) => `  ${pointer.slice(1)}: ${detail}`,
    );
    throw new Error(`These settings are wrong:\n${lines.join("\n")}\nSee docs/configuration.md.`);
  }
  const { BASE_URL, DATA_DIR, ...rest } = parsed.data;
  if (rest.FREE_WEEKS_MAX < rest.FREE_WEEKS_MIN)
    throw new Error("FREE_WEEKS_MAX must not be less than FREE_WEEKS_MIN.");
  const host = rest.HOST.includes(":") ? `[${rest.HOST}]` : rest.HOST === "0.0.0.0" ? "127.0.0.1" : rest.HOST;
  const base = new URL(BASE_URL ?? `http://${host}:${rest.PORT}`);
  if (base.pathname !== "/" || base.search || base.hash) {
    throw new Error(
      "BASE_URL must be an origin without a path, like https://debut.example.com. Give Debut a host name of its own.",
    );
  }
  return { ...rest, DATA_DIR: isAbsolute(DATA_DIR) ? DATA_DIR : resolve(DATA_DIR), BASE_URL: base.origin };
}

export const databaseFile = (settings: Settings): string => join(settings.DATA_DIR, "debut.db");

/** Where each process that serves keeps the file that shows that it lives. */
export const processFolder = ({ DATA_DIR }: Settings): string => join(DATA_DIR, "processes");

export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: Settings): string =>
  resolve(BACKUP_DIR ?? join(DATA_DIR, "backups"));

/** Settings whose values never appear in output or logs. */
export const SECRET_SETTINGS: readonly (keyof Settings)[] = [
  "ANTHROPIC_API_KEY",
  "SMTP_URL",
  "METRICS_TOKEN",
  "DOMAIN_RATING_KEY",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "PAYPAL_CLIENT_SECRET",
  "BTCPAY_API_KEY",
  "BTCPAY_WEBHOOK_SECRET",
];

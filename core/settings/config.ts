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

/** `setting-words.json` says what each one does. */
export const Settings = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: Port.default(3000),
  BASE_URL: httpUrl.optional(),
  DATA_DIR: z.string().default("./var"),
  ...databaseSettings,
  ...secretKeySettings,
  ...storageSettings,
  SITE_NAME: z.string().min(1).max(60).default("Debut"),
  SITE_TIMEZONE: Zone.default("UTC"),
  SITE_LANGUAGE: LanguageTag.default("en"),
  SITE_LANGUAGES: List.pipe(z.array(LanguageTag)).default([]),
  PRIVACY_URL: PageUrl,
  TERMS_URL: PageUrl,
  IMPRINT_URL: PageUrl,
  SUPPORT_URL: PageUrl,
  CONTACT_EMAIL: z.email().optional(),
  OPENAI_APPS_CHALLENGE: Proof.meta({ secret: false }),
  MCP_REGISTRY_AUTH: Proof.meta({ secret: false }),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, "Must be 8 to 128 letters, digits and dashes.")
    .optional()
    .meta({ secret: false }),
  INDEXNOW_URL: httpUrl.default("https://api.indexnow.org/indexnow"),
  TRUSTED_PROXIES: List.default([]),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,60}$/, "Must be the name of a header, like CF-IPCountry.")
    .optional(),
  ...modelSettings,
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "Must be an address like smtps://user:password@mail.example.com:465." })
    .optional()
    .meta({ secret: "password" }),
  MAIL_FROM: z
    .string()
    .refine(
      (from) => readSender(from) !== undefined,
      issueText(t`Must be one email address, like ${"Debut <hello@example.com>"}.`),
    )
    .optional(),
  DNS_SERVERS: List.default([]),
  OUTBOUND_RESOLVE: z.string().default(""),
  SCREENSHOT_BROWSER: words(),
  CRAWL_GAP_MS: whole(0, 10_000, 500),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
  BACKUP_EVERY: z
    .string()
    .refine(
      (text) => readInterval(text) !== undefined,
      "Must be a number of minutes, hours or days, like 30m, 6h or 1d.",
    )
    .optional(),
  BACKUP_KEEP: rate(28),
  BACKUP_DIR: words(),
  CACHE_MB: atLeast(0, 128),
  CACHE_DISK_MB: atLeast(0, 1024),
  AUDIT_RETENTION_DAYS: atLeast(30, 730),
  REQUIRE_ADMIN_TWO_FACTOR: flag(false),
  API_KEYS_ON_MCP: flag(true),
  METRICS_TOKEN: z.string().min(16).optional().meta({ secret: true }),
  MCP_ORIGINS: List.default([]),
  MCP_HOLD_MS: whole(0, 60_000, 20_000),
  ...signInSettings,
  MCP_EVENTS: flag(false),
  REFRESH_LEEWAY_SECONDS: whole(0, 3600, 60),
  WEEK_CAPACITY: rate(25),
  FREE_WEEKS_MIN: rate(6),
  FREE_WEEKS_MAX: rate(8),
  VOTE_BURST_NETWORK: rate(20),
  VOTE_BURST_NEW_ACCOUNTS: rate(100),
  DOMAIN_RATING_PROVIDER: z.enum(["off", "ahrefs", "open-page-rank", "tranco-file"]).default("off"),
  DOMAIN_RATING_KEY: secret(),
  DOMAIN_RATING_FILE: words(),
  PAYMENT_INSTRUCTIONS: words(2000),
  BANK_IBAN: z
    .string()
    .transform((text) => text.replace(/\s/g, "").toUpperCase())
    .refine(isIban, "Must be an IBAN whose check digits are right, like DE02 1203 0000 0000 2020 51.")
    .optional(),
  BANK_BIC: z
    .string()
    .regex(/^[A-Za-z0-9]{8}([A-Za-z0-9]{3})?$/, "Must be a BIC of 8 or 11 characters.")
    .optional(),
  BANK_HOLDER: words(70),
  PAYMENT_TIMEOUT_MS: whole(100, 60_000, 15_000),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, "Must be the secret key (sk_…) or a restricted key (rk_…), not the publishable one.")
    .optional()
    .meta({ secret: true }),
  STRIPE_WEBHOOK_SECRET: secret(),
  STRIPE_API_BASE: httpUrl.optional(),
  PAYPAL_CLIENT_ID: words(),
  PAYPAL_CLIENT_SECRET: secret(),
  PAYPAL_WEBHOOK_ID: words(),
  PAYPAL_API_BASE: httpUrl.default("https://api-m.paypal.com"),
  BTCPAY_URL: httpUrl.optional(),
  BTCPAY_STORE_ID: words(),
  BTCPAY_API_KEY: secret(),
  BTCPAY_WEBHOOK_SECRET: secret(),
  PADDLE_API_KEY: secret(),
  PADDLE_WEBHOOK_SECRET: secret(),
  PADDLE_API_BASE: httpUrl.default("https://api.paddle.com"),
  FEATURED_PER_WEEK: rate(4),
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

import { byName, keysOf } from "#domain/text/keys.ts";
import { as, t, type Words } from "#languages/words.ts";
import { signInSettings } from "../sign-in-providers/settings.ts";
import { limitSettings } from "./limit-settings.ts";
import { modelSettings } from "./model-settings.ts";

const unlabelled = <Name extends string>(settings: Record<Name, unknown>): Record<Name, Words | null> =>
  byName(keysOf(settings), () => null);

/** What admins can set while the site runs, in groups, with labels. The environment wins over it. */
const GROUPS = {
  languages: {
    title: t`Languages`,
    labels: { SITE_LANGUAGE: t`Language`, SITE_LANGUAGES: t`Other languages` },
  },
  launches: {
    title: t`Launches`,
    labels: {
      SITE_TIMEZONE: t`Time zone`,
      WEEK_CAPACITY: t`Launches per week`,
      FREE_WEEKS_MIN: t`Earliest free week`,
      FREE_WEEKS_MAX: t`Latest free week`,
      FEATURED_PER_WEEK: t`Featured per week`,
      VOTE_BURST_NETWORK: t`Votes per network`,
      VOTE_BURST_NEW_ACCOUNTS: t`Votes of new accounts`,
    },
  },
  mail: {
    title: t`Email`,
    labels: { SMTP_URL: t`Mail server`, MAIL_FROM: t`Sender`, CONTACT_EMAIL: t`Reply-to` },
  },
  contact: {
    title: t`Contact and legal`,
    labels: {
      SUPPORT_URL: t`Help`,
      IMPRINT_URL: t`Imprint`,
      PRIVACY_URL: t`Privacy policy`,
      TERMS_URL: t`Terms of use`,
    },
  },
  seller: {
    title: t`Seller and VAT`,
    labels: {
      SELLER_NAME: t`Name`,
      SELLER_ADDRESS: t`Address`,
      SELLER_COUNTRY: t`Country`,
      SELLER_EMAIL: t`Email`,
      SELLER_PHONE: t`Phone`,
      SELLER_VAT_NUMBER: t`VAT number`,
      VAT_MODE: t`VAT`,
      VAT_OFF_NOTE: t`Note without VAT`,
      DATEV_CONSULTANT: t`Tax adviser at DATEV`,
      DATEV_CLIENT: t`Client at DATEV`,
      DATEV_CHART: t`Chart of accounts`,
      DATEV_ACCOUNTS: as("of books")`Other accounts`,
    },
  },
  bank: {
    title: t`Bank transfer`,
    labels: {
      BANK_IBAN: "IBAN",
      BANK_BIC: "BIC",
      BANK_HOLDER: t`Account holder`,
      PAYMENT_INSTRUCTIONS: t`Instructions`,
    },
  },
  payments: {
    title: t`Payment providers`,
    labels: {
      STRIPE_SECRET_KEY: t`Stripe key`,
      STRIPE_WEBHOOK_SECRET: t`Stripe webhook secret`,
      PAYPAL_CLIENT_ID: t`PayPal client`,
      PAYPAL_CLIENT_SECRET: t`PayPal secret`,
      PAYPAL_WEBHOOK_ID: t`PayPal webhook`,
      PAYPAL_API_BASE: t`PayPal API`,
      BTCPAY_URL: "BTCPay Server",
      BTCPAY_STORE_ID: t`BTCPay store`,
      BTCPAY_API_KEY: t`BTCPay key`,
      BTCPAY_WEBHOOK_SECRET: t`BTCPay webhook secret`,
      PADDLE_API_KEY: t`Paddle key`,
      PADDLE_WEBHOOK_SECRET: t`Paddle webhook secret`,
      PADDLE_API_BASE: t`Paddle API`,
    },
  },
  "sign-in": {
    title: t`Sign-in`,
    labels: {
      ...unlabelled(signInSettings),
      GOOGLE_CLIENT_ID: t`Google client`,
      GOOGLE_CLIENT_SECRET: t`Google secret`,
      GITHUB_CLIENT_ID: t`GitHub client`,
      GITHUB_CLIENT_SECRET: t`GitHub secret`,
      OIDC_ISSUER: t`Issuer`,
      OIDC_CLIENT_ID: t`Client`,
      OIDC_CLIENT_SECRET: t`Secret`,
      OIDC_NAME: t`Name on buttons`,
    },
  },
  model: {
    title: t`Language model`,
    labels: {
      ...unlabelled(modelSettings),
      MODEL_URL: as("of a server")`Address`,
      MODEL_KEY: as("a secret")`Key`,
      MODEL_NAME: t`Model`,
      MODEL_PRICES: t`Prices`,
      MODEL_MONTHLY_CALLS: t`Calls per month`,
    },
  },
  storage: { title: t`Pictures`, labels: { STORAGE_URL: t`Bucket`, STORAGE_CACHE_MB: t`Cache` } },
  backups: { title: t`Backups`, labels: { BACKUP_EVERY: t`Every`, BACKUP_KEEP: t`Keep` } },
  limits: { title: t`Limits`, labels: unlabelled(limitSettings) },
} as const;

export type SettingGroup = keyof typeof GROUPS;
export const SETTING_GROUPS: Record<
  SettingGroup,
  { title: Words; labels: Partial<Record<string, Words | string | null>> }
> = GROUPS;
export const isSettingGroup = (name: string): name is SettingGroup => Object.hasOwn(GROUPS, name);

type NameIn<Group> = Group extends { labels: infer Labels } ? keyof Labels : never;
export type AdminSetting = NameIn<(typeof GROUPS)[SettingGroup]>;
export const namesIn = (group: SettingGroup): AdminSetting[] => keysOf(GROUPS[group].labels);

export const ADMIN_SETTINGS: readonly AdminSetting[] = keysOf(GROUPS).flatMap(namesIn);
const names: ReadonlySet<string> = new Set(ADMIN_SETTINGS);
export const isAdminSetting = (name: string): name is AdminSetting => names.has(name);

type Account = { needs: readonly AdminSetting[]; also: readonly AdminSetting[] };

/** Accounts elsewhere, which work with all of `needs`. */
export const ACCOUNTS: readonly Account[] = [
  { needs: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"], also: [] },
  { needs: ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"], also: ["PAYPAL_API_BASE"] },
  { needs: ["BTCPAY_URL", "BTCPAY_STORE_ID", "BTCPAY_API_KEY", "BTCPAY_WEBHOOK_SECRET"], also: [] },
  { needs: ["PADDLE_API_KEY", "PADDLE_WEBHOOK_SECRET"], also: ["PADDLE_API_BASE"] },
  { needs: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"], also: ["GOOGLE_ISSUER"] },
  { needs: ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"], also: ["GITHUB_URL"] },
  {
    needs: ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
    also: ["OIDC_CLIENT_AUTH", "OIDC_NAME", "OIDC_EMAIL_VERIFIED", "OIDC_ID_JAG"],
  },
];

const ONE_PLACE: readonly { needs: readonly string[]; all: readonly AdminSetting[] }[] = [
  ...ACCOUNTS.map(({ needs, also }) => ({ needs, all: [...needs, ...also] })),
  { needs: ["MODEL_URL", "MODEL_KEY"], all: namesIn("model") },
];
const placeOf = (setting: string) => ONE_PLACE.find(({ all }) => all.some((name) => name === setting));

/**
 * Whether the environment sets it. If it names an account, all of the account's settings come from
 * there: an admin could otherwise send its secret to another address.
 */
export const isFromEnvironment = (name: string, environment: Readonly<Record<string, string>>): boolean =>
  name in environment || placeOf(name)?.needs.some((other) => other in environment) === true;

/** Every setting that belongs to the same account. */
export const togetherWith = (name: AdminSetting): readonly AdminSetting[] => placeOf(name)?.all ?? [name];

import { TEXTS_PER_HOUR } from "#domain/moderation/spam.ts";
import { atLeast } from "./kinds.ts";

export const rate = (count: number, about: string) => atLeast(1, count, about);

export const limitSettings = {
  LIMIT_READ_ANONYMOUS: rate(120, "Reads per minute from one address without a credential."),
  LIMIT_SEARCH_ANONYMOUS: rate(60, "Searches with q per minute from one address without a credential."),
  LIMIT_MCP_ANONYMOUS: rate(
    600,
    "MCP messages per minute from one address without a credential (assistants share addresses). Every message of a batch counts.",
  ),
  LIMIT_MCP: rate(1200, "MCP messages per minute from one account. Tools also count as reads and writes."),
  LIMIT_CREDENTIAL: rate(
    120,
    "Requests per minute with an invalid credential from one address, REST and MCP together.",
  ),
  LIMIT_PAGE_ANONYMOUS: rate(
    300,
    "Pages per minute from one address that is not signed in. Style sheets, scripts and fonts do not count.",
  ),
  LIMIT_PAGE: rate(600, "Pages per minute from one account."),
  LIMIT_IMAGE: rate(3000, "Badges, logos and other pictures per minute from one address."),
  LIMIT_CONNECTIONS: rate(512, "Open connections from one address. Proxies of TRUSTED_PROXIES do not count."),
  LIMIT_LIVE: rate(
    100,
    "Open live connections from one address. A browser needs one for all its tabs. Further ones get the current state and poll.",
  ),
  LIMIT_LIVE_ALL: rate(10_000, "Open live connections in total. Each takes about 20 kB of memory."),
  LIMIT_BODIES: rate(32, "Request bodies in transit at the same time from one address or one credential."),
  LIMIT_READ: rate(600, "Reads per minute from one account."),
  LIMIT_WRITE: rate(60, "Writes per minute from one account."),
  LIMIT_SUBMIT_HOUR: rate(5, "Websites submitted per hour by one account."),
  LIMIT_SUBMIT_DAY: rate(10, "Websites submitted per day by one account."),
  LIMIT_GUEST_DRAFTS: rate(5, "Websites per hour that one address may submit without an account."),
  LIMIT_GUEST_DRAFTS_ALL: rate(
    120,
    "Websites per hour drafted for all visitors without an account. With a paid model, each one costs money.",
  ),
  LIMIT_REGENERATE: rate(20, "Calls that regenerate fields per hour from one account."),
  LIMIT_INVITE: rate(10, "Co-founder invitations per day by one account."),
  LIMIT_CLAIM_CHECK: rate(10, "Claim checks per hour for one listing."),
  LIMIT_BADGE_CHECK: rate(10, "Requested badge checks per hour for one listing."),
  LIMIT_QUOTE: rate(30, "Price quotes per minute for one account."),
  LIMIT_CHECKOUT: rate(10, "Orders created per hour by one account."),
  LIMIT_VOTE: rate(60, "Votes set or removed per hour by one account."),
  LIMIT_FOLLOW: rate(60, "Follows set or removed per hour by one account."),
  LIMIT_COLLECTION: rate(600, "Products saved or removed, and changes of collections, per hour by one account."),
  LIMIT_REVIEW: rate(10, "Reviews written or changed per day by one account."),
  LIMIT_TEXT: rate(
    TEXTS_PER_HOUR,
    "Comments, reviews, profiles and collections per hour from one account, all together. A new account may send a quarter of it.",
  ),
  LIMIT_COMMENT: rate(20, "Comments written or changed per hour by one account."),
  LIMIT_REACTION: rate(120, "Reactions to comments set or removed per hour by one account."),
  LIMIT_VIEW: rate(300, "Listing views per hour that count from one address."),
  LIMIT_SIGN_IN: rate(
    10,
    "Sign-in attempts per 15 minutes for one account from one address or known browser. One address gets " +
      "5 times as many for all accounts; one account gets 10 times as many per hour from unknown browsers.",
  ),
  LIMIT_OAUTH_TOKEN: rate(30, "Token requests per minute from one client."),
  LIMIT_OAUTH_REGISTER: rate(60, "Client registrations per minute from one address."),
};

export type LimitSetting = keyof typeof limitSettings;

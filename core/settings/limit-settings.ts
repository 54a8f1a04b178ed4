import { TEXTS_PER_HOUR } from "#domain/moderation/spam.ts";
import { atLeast } from "./kinds.ts";

export const rate = (count: number) => atLeast(1, count);

export const limitSettings = {
  LIMIT_READ_ANONYMOUS: rate(120),
  LIMIT_SEARCH_ANONYMOUS: rate(60),
  LIMIT_MCP_ANONYMOUS: rate(600),
  LIMIT_MCP: rate(1200),
  LIMIT_CREDENTIAL: rate(120),
  LIMIT_PAGE_ANONYMOUS: rate(300),
  LIMIT_PAGE: rate(600),
  LIMIT_IMAGE: rate(3000),
  LIMIT_CONNECTIONS: rate(512),
  LIMIT_LIVE: rate(100),
  LIMIT_LIVE_ALL: rate(10_000),
  LIMIT_BODIES: rate(32),
  LIMIT_READ: rate(600),
  LIMIT_WRITE: rate(60),
  LIMIT_SUBMIT_HOUR: rate(5),
  LIMIT_SUBMIT_DAY: rate(10),
  LIMIT_GUEST_DRAFTS: rate(5),
  LIMIT_GUEST_DRAFTS_ALL: rate(120),
  LIMIT_REGENERATE: rate(20),
  LIMIT_INVITE: rate(10),
  LIMIT_CLAIM_CHECK: rate(10),
  LIMIT_BADGE_CHECK: rate(10),
  LIMIT_QUOTE: rate(30),
  LIMIT_CHECKOUT: rate(10),
  LIMIT_VOTE: rate(60),
  LIMIT_FOLLOW: rate(60),
  LIMIT_COLLECTION: rate(600),
  LIMIT_REVIEW: rate(10),
  LIMIT_TEXT: rate(TEXTS_PER_HOUR),
  LIMIT_COMMENT: rate(20),
  LIMIT_REACTION: rate(120),
  LIMIT_VIEW: rate(300),
  LIMIT_SIGN_IN: rate(10),
  LIMIT_OAUTH_TOKEN: rate(30),
  LIMIT_OAUTH_REGISTER: rate(60),
};

export type LimitSetting = keyof typeof limitSettings;

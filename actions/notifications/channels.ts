import {
  type ChannelAnswer,
  type ChannelKind,
  type ChannelNews,
  MAX_CHANNELS,
  type NewsChannel,
} from "#domain/notifications/channel.ts";
import { type Text, t } from "#languages/words.ts";
import type { Deps } from "../context.ts";
import { KINDS } from "./channel-kinds.ts";
import { samplePost } from "./channel-posts.ts";
import { postToChannel } from "./post-to-channel.ts";

export type ChannelWishes = {
  gets: ChannelNews[];
  language: string;
  server: string;
  account: string;
  /** Empty to keep the current one. */
  secret: string;
};
type Checked = Pick<NewsChannel, "gets" | "language" | "server" | "account"> & { secret?: string };
export type ChannelFaults = Partial<Record<"gets" | "server" | "account" | "secret", Text | undefined>>;

const REQUIRED = t`Required.`;
const LONGEST = 2000;

/** `https://example.social` for what people type: a host, or any address on it. */
const originOf = (typed: string): string | undefined => {
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  return url ? `https://${url.host}` : undefined;
};

export function checkChannel(
  kind: ChannelKind,
  wishes: ChannelWishes,
  isNew: boolean,
  { refusalOf }: Pick<Deps, "refusalOf">,
): { checked: Checked } | { faults: ChannelFaults } {
  const known = KINDS[kind];
  const faults: ChannelFaults = {};
  const { gets, language, secret } = wishes;
  if (gets.length === 0) faults.gets = t`Choose at least one.`;
  const server = known.server ? (originOf(wishes.server || (known.server.otherwise ?? "")) ?? null) : null;
  if (known.server) faults.server = server ? refusalOf(server) : REQUIRED;
  const account = known.account ? wishes.account.replace(kind === "bluesky" ? /^@/ : "", "") : null;
  if (account === "" && !known.account?.isOptional) faults.account = REQUIRED;
  if (secret === "" && isNew) faults.secret = REQUIRED;
  else if (secret !== "" && known.secret.isUrl)
    faults.secret = /^https:\/\//i.test(secret) ? refusalOf(secret) : t`Must be an https URL.`;
  else if (/\s/.test(secret) || secret.length > LONGEST) faults.secret = t`This does not look right. Copy it again.`;
  if (Object.values(faults).some(Boolean)) return { faults };
  return { checked: { gets, language, server, account: account || null, ...(secret !== "" && { secret }) } };
}

/** Adds a channel, which gets what happens from now on. Undefined if there are too many. */
export const addChannel = (
  kind: ChannelKind,
  { secret = "", ...checked }: Checked,
  { store, now, uuid }: Pick<Deps, "store" | "now" | "uuid">,
): Promise<string | undefined> =>
  store.change(async (tx) => {
    if ((await tx.channels.list()).length >= MAX_CHANNELS) return undefined;
    const id = uuid();
    const { newest } = await tx.events.bounds();
    await tx.channels.add({ id, kind, ...checked, secret, createdAt: now(), postedSeq: newest });
    return id;
  });

const WORKING = { failures: 0, failingSince: null, lastError: null, offSince: null, offReason: null };

/** What happened while it was off is not posted later. */
export const switchChannel = (id: string, isOn: boolean, { store, now }: Pick<Deps, "store" | "now">): Promise<void> =>
  store.change(async (tx) =>
    tx.channels.change(
      id,
      isOn
        ? { ...WORKING, postedSeq: (await tx.events.bounds()).newest }
        : { offSince: now(), offReason: "admin" as const },
    ),
  );

export const testChannel = (
  channel: NewsChannel,
  deps: Pick<Deps, "store" | "settings" | "languages" | "fetchSite" | "now" | "uuid">,
): Promise<ChannelAnswer> => {
  const language = deps.languages.of(channel.language);
  const post = samplePost(language, deps);
  return postToChannel(channel, { post, language: language.tag, key: deps.uuid(), at: deps.now() }, deps);
};

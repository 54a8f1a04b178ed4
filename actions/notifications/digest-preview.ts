import { weekOf } from "#domain/launches/launch-week.ts";
import { DIGEST_MOST, editionTime } from "#domain/notifications/digest.ts";
import type { Message } from "#mail/compose.ts";
import { type DigestDays, digestMessage } from "#mail/digest-messages.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Deps } from "../context.ts";
import { openEdition } from "./digest-edition.ts";
import { type DigestReader, digestNews, followedBy, hasNews } from "./digest-news.ts";
import { subscriptionOf } from "./digest-settings.ts";
import { sendSample } from "./send-sample.ts";

type Needs = Pick<Deps, "store" | "settings" | "now">;
export const PREVIEWS = ["everything", "mine"] as const;
export type PreviewOf = (typeof PREVIEWS)[number];

/** The next edition as of now: about this week, or the last one until it has been sent to all. */
export async function previewDigest(
  account: Account,
  of: PreviewOf,
  deps: Needs,
): Promise<{ days: DigestDays; message: Message | undefined }> {
  const { store, settings, now } = deps;
  const zone = settings.SITE_TIMEZONE;
  const last = weekOf(now(), zone, -1);
  const isOver = editionTime(last, { id: "", zone: null }, zone) <= now();
  const edition = openEdition(isOver ? weekOf(now(), zone) : last, deps);
  const subscriber = await subscriptionOf(account, store);
  const reader: DigestReader =
    of === "mine"
      ? {
          account,
          categories: await followedBy({ account, subscriberId: subscriber?.id }, store),
          withSearches: subscriber?.withSearches ?? true,
        }
      : { account: undefined, withSearches: false, categories: await topCategories(deps) };
  const { news } = await digestNews(reader, edition, await store.savedSearches.newestArrival(), deps);
  const links = {
    settingsUrl: `${settings.BASE_URL}/account/digest`,
    unsubscribeUrl: `${settings.BASE_URL}/unsubscribe`,
  };
  const { days } = edition;
  return {
    days,
    message: hasNews(news) ? digestMessage(settings, { name: account.name, days, news, ...links }) : undefined,
  };
}

async function topCategories({ store }: Pick<Deps, "store">) {
  const all = (await store.reference.categories()).filter(({ parentSlug }) => parentSlug === null);
  return all.sort((one, other) => one.position - other.position).slice(0, DIGEST_MOST.categories);
}

/** Emails the next edition to an admin. "quiet" if it would be empty. */
export async function sendDigestPreview(
  account: Account,
  of: PreviewOf,
  deps: Needs & Pick<Deps, "uuid" | "wakeJobs" | "languages">,
): Promise<"sent" | "quiet"> {
  const { message } = await previewDigest(account, of, deps);
  if (!message) return "quiet";
  await sendSample(message, account.email, deps);
  return "sent";
}

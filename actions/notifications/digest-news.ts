import { DIGEST_MOST } from "#domain/notifications/digest.ts";
import type { DigestLaunch, DigestNews } from "#mail/digest-messages.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { FollowedCategory } from "#store/repos/community/category-follows.ts";
import type { Subscriber } from "#store/repos/notifications/digests.ts";
import type { SavedSearch } from "#store/repos/search/saved-searches.ts";
import type { Reads } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { searchNews } from "../search/saved-searches.ts";
import type { Edition } from "./digest-edition.ts";

export type DigestReader = {
  account: Account | undefined;
  categories: readonly FollowedCategory[];
  withSearches: boolean;
};
/** `compared`: saved searches in the edition, with their previous state. */
export type Written = { news: DigestNews; compared: SavedSearch[] };

type Owner = Pick<Reads, "accounts">;
type Follower = Pick<Reads, "digests" | "categoryFollows">;

/** The account that proved an email address; "blocked" if suspended. */
export async function accountOfAddress(email: string, { accounts }: Owner): Promise<Account | "blocked" | undefined> {
  const account = await accounts.findByEmail(email);
  if (!account?.emailVerifiedAt) return undefined;
  return account.status === "active" ? account : "blocked";
}

/** Categories chosen before or after having an account, by name. */
export async function followedBy(
  { account, subscriberId }: { account: Account | undefined; subscriberId: string | undefined },
  { digests, categoryFollows }: Follower,
): Promise<FollowedCategory[]> {
  const all = [
    ...(account ? await categoryFollows.ofAccount(account.id) : []),
    ...(subscriberId === undefined ? [] : await digests.categoriesOf(subscriberId)),
  ];
  const bySlug = new Map(all.map((category) => [category.slug, category]));
  return [...bySlug.values()].sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/** Undefined for people who get no email. */
export async function readerOf(
  { id, email, withSearches }: Subscriber,
  { store }: Pick<Deps, "store">,
): Promise<DigestReader | undefined> {
  const account = await accountOfAddress(email, store);
  if (account === "blocked") return undefined;
  return { account, withSearches, categories: await followedBy({ account, subscriberId: id }, store) };
}

export const hasNews = ({ products, categories, searches }: DigestNews): boolean =>
  products.length + categories.length + searches.length > 0;

/** The content of a reader's edition, possibly empty. `newest` is the last arrival that counts. */
export async function digestNews(
  { account, categories, withSearches }: DigestReader,
  edition: Edition,
  newest: number,
  deps: Pick<Deps, "store">,
): Promise<Written> {
  const products = account ? await productsOf(account.id, edition, deps) : [];
  const launched = await launchesOf(categories, edition);
  const { searches, compared } =
    account && withSearches ? await searchesOf(account.id, newest, deps) : { searches: [], compared: [] };
  return { news: { products, ...launched, searches }, compared };
}

async function productsOf(accountId: string, edition: Edition, { store }: Pick<Deps, "store">) {
  const products = [];
  for (const listing of await store.digestNews.listingsOf(accountId, DIGEST_MOST.products)) {
    const figures = await store.digestNews.figures(listing.id, { ...edition.week, ...edition.days });
    if (Object.values(figures).every((figure) => figure === 0)) continue;
    products.push({ id: listing.id, name: listing.name, figures, place: await edition.placeOf(listing) });
  }
  return products;
}

/** Each launch once, in its first category. */
async function launchesOf(
  followed: readonly FollowedCategory[],
  edition: Edition,
): Promise<Pick<DigestNews, "categories" | "moreCategories">> {
  const shown = new Set<string>();
  const categories: { slug: string; name: string; launches: DigestLaunch[]; total: number }[] = [];
  let moreCategories = 0;
  for (const { slug, name } of followed) {
    const { top, total } = await edition.launchesIn(slug);
    const fresh = top.filter((launch) => !shown.has(launch.slug));
    const left = total - (top.length - fresh.length);
    if (left === 0) continue;
    if (categories.length === DIGEST_MOST.categories) {
      moreCategories++;
      continue;
    }
    const launches = fresh.slice(0, DIGEST_MOST.launches - shown.size);
    for (const launch of launches) shown.add(launch.slug);
    categories.push({ slug, name, launches, total: left });
  }
  return { categories, moreCategories };
}

/** Searches over the maximum wait for the next edition. */
async function searchesOf(accountId: string, newest: number, { store }: Pick<Deps, "store">) {
  const searches: DigestNews["searches"][number][] = [];
  const compared: SavedSearch[] = [];
  for (const search of await store.savedSearches.ofAccount(accountId)) {
    if (search.pausedAt !== null || search.seen >= newest) continue;
    if (searches.length === DIGEST_MOST.searches) break;
    const news = await searchNews(search, { newest, named: DIGEST_MOST.inSearch }, { store });
    if (news.total > 0) searches.push(news);
    compared.push(search);
  }
  return { searches, compared };
}

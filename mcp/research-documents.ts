import { stemOf, tellingWords } from "#domain/search/question-words.ts";
import { searchWords } from "#domain/search/search-text.ts";
import { given } from "#domain/text/given.ts";
import { type Call, invoke } from "#tools/invoke.ts";
import { getLaunchWeek } from "#tools/launches/get-launch-week.ts";
import { listAwards } from "#tools/launches/list-awards.ts";
import { getBlogPost } from "#tools/site/get-blog-post.ts";
import { getSiteInfo } from "#tools/site/get-site-info.ts";
import { listBlogPosts } from "#tools/site/list-blog-posts.ts";

type Result = { id: string; title: string; url: string; text: string };
type Body = Omit<Result, "id"> & { metadata: Record<string, unknown> };

type Kind = {
  path: RegExp;
  search: (words: string, call: Call) => Promise<Result[]>;
  read: (name: string, call: Call) => Promise<Body>;
};

export const idOf = (kind: string, name: string): string => `${kind}:${name}`;

const MOST_POSTS = 3;
const MOST_WEEKS = 3;
const stems = (text: string): string[] => searchWords(text).map(stemOf);

const ABOUT_RULES = new Set(stems("rules ranking ranked rank voting vote votes trending score fair paid placement"));
const ABOUT_WINNERS = new Set(stems("won win winner winners winning award awards podium"));
const isAbout = (words: string, subject: ReadonlySet<string>): boolean =>
  tellingWords(words).some((word) => subject.has(stemOf(word)));

const post: Kind = {
  path: /^\/blog\/([^/?#]+)/,
  async search(q, call) {
    const { output } = await invoke(listBlogPosts, { q, per_page: MOST_POSTS }, call);
    return output.items.map(({ slug, title, excerpt, post_url: url, published_at }) => ({
      ...{ id: idOf("post", slug), title, url },
      text: `${excerpt} Published ${published_at.slice(0, 10)}.`,
    }));
  },
  async read(slug, call) {
    const { output } = await invoke(getBlogPost, { slug }, call);
    const { title, body_markdown: text, post_url: url, author, tags, published_at, updated_at } = output;
    return { title, text, url, metadata: { author, tags, published_at, updated_at } };
  },
};

const rules: Kind = {
  path: /^\/how-ranking-works(?=$|[?#])/,
  async search(words, call) {
    if (!isAbout(words, ABOUT_RULES)) return [];
    const { title, url, text } = await rules.read("all", call);
    return [{ id: idOf("rules", "all"), title, url, text: given(text.split("\n\n", 1)[0]) }];
  },
  async read(_name, call) {
    const { name, rules: general, ranking } = (await invoke(getSiteInfo, {}, call)).output;
    const { url, ...parts } = ranking;
    const lists = Object.entries({ rules: general, ...parts });
    const text = lists.map(([title, lines]) => `${title}:\n${lines.map((line) => `- ${line}`).join("\n")}`);
    return { title: `How ${name} ranks products`, url, text: text.join("\n\n"), metadata: {} };
  },
};

const winners: Kind = {
  path: /^\/launches\/weeks\/(\d{4}-\d{2}-\d{2})/,
  async search(words, call) {
    if (!isAbout(words, ABOUT_WINNERS)) return [];
    const { output } = await invoke(listAwards, { per_page: MOST_WEEKS * 3 }, call);
    const weeks = Map.groupBy(output.items, ({ week }) => week);
    return [...weeks].slice(0, MOST_WEEKS).map(([week, awards]) => ({
      ...{ id: idOf("winners", week), title: titleOf(week), url: urlOf(week, call) },
      text: awards.map(({ place, votes, listing }) => `${place}. ${listing.name} (${votes} votes)`).join(", "),
    }));
  },
  async read(week, call) {
    const { output } = await invoke(getLaunchWeek, { week }, call);
    const text = output.items.map(
      ({ rank, week_votes: votes, listing_url, name, tagline }) =>
        `${rank}. ${name}${tagline ? `: ${tagline}` : ""} (${votes} votes, ${listing_url})`,
    );
    const { starts_at, ends_at, timezone } = output;
    return {
      ...{ title: titleOf(week), url: urlOf(week, call), text: text.join("\n") },
      metadata: { starts_at, ends_at, timezone },
    };
  },
};

const titleOf = (week: string): string => `Launches and winners of the week of ${week}`;
const urlOf = (week: string, { deps }: Call): string => `${deps.settings.BASE_URL}/launches/weeks/${week}`;

export const DOCUMENTS: Record<string, Kind> = { rules, winners, post };

import type { z } from "zod";
import type { OneThread } from "#actions/community/read-comments.ts";
import { ALL_FIELDS, fieldOf, shownIn } from "#domain/listings/fields.ts";
import { type OwnField, SCHEMA_PROPERTIES } from "#domain/listings/own-fields.ts";
import type { SchemaOrgType } from "#domain/listings/profile-field.ts";
import { makerPath, type PublicPerson, profilePath, shownName } from "#domain/profiles/profile.ts";
import { plainMarkdown } from "#domain/text/plain-markdown.ts";
import { dayText } from "#domain/time/date-words.ts";
import { type Text, t } from "#languages/words.ts";
import type { SignedComment } from "#store/repos/community/comments.ts";
import type { getLaunchWeek } from "#tools/launches/get-launch-week.ts";
import type { getCategory } from "#tools/listings/get-category.ts";
import type { getFounder } from "#tools/profiles/get-founder.ts";
import type { ListingProfile } from "#tools/schemas/listing.ts";
import type { PostView } from "#tools/schemas/post.ts";
import type { JsonLd } from "../kit/json-ld.ts";
import { categoryWords } from "../kit/show.ts";

type Site = { name: string; baseUrl: string; fields?: readonly OwnField[] };

/** Web URLs only; people may type anything as a social profile. */
const webAddresses = (socials: Record<string, string>): string[] =>
  Object.values(socials).filter((url) => /^https?:\/\//i.test(url) && URL.canParse(url));

/** Without what is absent. */
const present = (thing: Record<string, unknown>): JsonLd =>
  Object.fromEntries(
    Object.entries(thing).filter(
      ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );

const faqPage = (faqs: Record<"question" | "answer", Text>[]): JsonLd[] =>
  faqs.length
    ? [
        {
          "@type": "FAQPage",
          mainEntity: faqs.map(({ question, answer }) => ({
            "@type": "Question",
            name: question,
            acceptedAnswer: { "@type": "Answer", text: answer },
          })),
        },
      ]
    : [];

const breadcrumbs = (steps: { name: Text; url: string }[]): JsonLd => ({
  "@type": "BreadcrumbList",
  itemListElement: steps.map(({ name, url }, index) => ({ "@type": "ListItem", position: index + 1, name, item: url })),
});

export const siteThing = ({ name, baseUrl }: Site): JsonLd[] => [
  {
    "@type": "WebSite",
    "@id": `${baseUrl}/#site`,
    name,
    url: `${baseUrl}/`,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${baseUrl}/search?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  },
];

type Named = { name: string; listing_url: string };
/** The entries of a list, of which `first` are on pages before. */
const itemsOf = (listings: readonly Named[], count: number, first = 0) => ({
  numberOfItems: count,
  itemListElement: listings.map(({ name, listing_url: url }, index) => ({
    "@type": "ListItem",
    position: first + index + 1,
    name,
    url,
  })),
});

/** Launches of a week in page order, without those that have no page yet. */
export const raceThings = (
  kind: "week" | "day",
  race: z.output<(typeof getLaunchWeek)["output"]>,
  { baseUrl }: Site,
): JsonLd[] => {
  const items = race.items.filter(({ launched_at: at }) => at !== null);
  return items.length
    ? [
        {
          "@type": "ItemList",
          "@id": `${baseUrl}/launches/${kind}s/${race.week}#launches`,
          name:
            kind === "day" ? t`Launches of ${dayText(race.week)}` : t`Launches of the week of ${dayText(race.week)}`,
          ...itemsOf(items, items.length),
        },
      ]
    : [];
};

type Shown = z.output<typeof ListingProfile>;

const PROPERTIES = Map.groupBy(
  ALL_FIELDS.flatMap((name) => {
    const [type, property] = fieldOf(name).schemaOrg?.split(".") ?? [];
    return type && property ? [{ type, property, name }] : [];
  }),
  ({ type }) => type,
);

const propertiesOf = (type: SchemaOrgType, listing: Shown): Record<string, string | null> =>
  Object.fromEntries(
    (PROPERTIES.get(type) ?? []).map(({ property, name }) => [
      property,
      [shownIn(listing, name) ?? []].flat().join(", ") || null,
    ]),
  );

const wordOf = ({ options = [] }: OwnField, value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

/** Facts of fields that the site defines: under the property it chose, or as an additional one. */
function ownProperties({ attributes = [] }: Shown, fields: readonly OwnField[] = []) {
  const types = new Set(["Product"]);
  const chosen: Record<string, unknown> = {};
  const additional: JsonLd[] = [];
  for (const { key, name, value, unit } of attributes) {
    const field = fields.find((one) => one.key === key);
    if (!field?.shownIn.includes("facts")) continue;
    const each = [value].flat().map((one) => (typeof one === "string" ? wordOf(field, one) : one));
    const plain = each.length === 1 ? each[0] : each;
    const type = field.schemaOrg === undefined ? undefined : SCHEMA_PROPERTIES[field.schemaOrg];
    if (type && field.schemaOrg) {
      types.add(type);
      chosen[field.schemaOrg] = unit && typeof plain === "number" ? `${plain} ${unit}` : plain;
    } else additional.push(present({ "@type": "PropertyValue", name, value: plain, unitText: unit }));
  }
  return { "@type": types.size === 1 ? "Product" : [...types], ...chosen, additionalProperty: additional };
}

/** Only ratings from this site; absent without one. */
export function listingThings(
  listing: Shown,
  { baseUrl, fields }: Site,
  makers: ReadonlyMap<string, string>,
): JsonLd[] {
  const { community_rating: rating, category } = listing;
  const { image: logo, description, ...properties } = propertiesOf("Product", listing);
  const product = present({
    ...ownProperties(listing, fields),
    "@id": `${listing.listing_url}#product`,
    ...properties,
    description: description ?? listing.tagline ?? listing.description,
    url: listing.listing_url,
    image: [...(logo ? [logo] : []), ...(listing.media ?? []).map(({ url }) => url)],
    category: category?.name,
    sameAs: [listing.url, ...webAddresses(listing.socials)],
    aggregateRating: rating.count
      ? {
          "@type": "AggregateRating",
          ratingValue: rating.average,
          ratingCount: rating.count,
          bestRating: rating.best,
          worstRating: rating.worst,
        }
      : null,
    brand: present({
      "@type": "Organization",
      name: listing.name,
      url: listing.url,
      ...propertiesOf("Organization", listing),
      founder: listing.founders.map(({ slug, name }) => ({
        "@type": "Person",
        name,
        url: baseUrl + makerPath(slug, makers),
      })),
      address: listing.company.country
        ? present({
            "@type": "PostalAddress",
            ...propertiesOf("PostalAddress", listing),
          })
        : null,
    }),
  });
  const trail = [
    { name: t`Categories`, url: `${baseUrl}/categories` },
    ...(category ? [{ name: categoryWords(category), url: `${baseUrl}/categories/${category.slug}` }] : []),
    { name: listing.name, url: listing.listing_url },
  ];
  return [product, breadcrumbs(trail), ...faqPage(listing.faqs)];
}

export const founderThings = (founder: z.output<(typeof getFounder)["output"]>): JsonLd[] => [
  {
    "@type": "ProfilePage",
    url: founder.founder_url,
    mainEntity: present({
      "@type": "Person",
      "@id": `${founder.founder_url}#person`,
      name: founder.name,
      jobTitle: founder.title,
      description: founder.bio,
      image: founder.avatar_url,
      sameAs: webAddresses(founder.socials),
      worksFor: founder.companies.map(({ name, url }) => ({ "@type": "Organization", name, url })),
    }),
  },
];

type Person = PublicPerson & { handle: string; bio: string | null; links: readonly string[]; since: Date };

export const profileThings = (
  { handle, bio, avatarUrl, links, since, ...person }: Person,
  products: readonly { name: string; url: string }[],
  { baseUrl }: Site,
): JsonLd[] => {
  const url = baseUrl + profilePath(handle);
  return [
    {
      "@type": "ProfilePage",
      "@id": `${url}#page`,
      url,
      dateCreated: since.toISOString(),
      mainEntity: present({
        "@type": "Person",
        "@id": `${url}#person`,
        name: shownName({ ...person, handle }),
        alternateName: `@${handle}`,
        url,
        description: bio,
        image: avatarUrl,
        sameAs: links,
        worksFor: products.map((product) => ({ "@type": "Organization", ...product })),
      }),
    },
  ];
};

export const postThings = (post: z.output<typeof PostView>, { name, baseUrl }: Site): JsonLd[] => [
  present({
    "@type": "BlogPosting",
    "@id": `${post.post_url}#post`,
    headline: post.title,
    description: post.excerpt,
    url: post.post_url,
    image: post.cover_url,
    keywords: post.tags.join(", ") || null,
    author: { "@type": "Organization", name: post.author },
    publisher: { "@type": "Organization", name, url: `${baseUrl}/` },
    datePublished: post.published_at,
    dateModified: post.updated_at,
  }),
  ...faqPage(post.faqs),
];

type Category = Omit<z.output<(typeof getCategory)["output"]>, "name" | "description"> &
  Record<"name" | "description", Text>;

export function categoryThings(category: Category, { baseUrl }: Site): JsonLd[] {
  const url = `${baseUrl}/categories/${category.slug}`;
  const { parent_category: parent } = category;
  return [
    {
      "@type": "CollectionPage",
      "@id": `${url}#category`,
      name: category.name,
      description: category.description,
      url,
      mainEntity: {
        "@type": "ItemList",
        ...itemsOf(category.items, category.total, (category.page - 1) * category.per_page),
      },
    },
    breadcrumbs([
      { name: t`Categories`, url: `${baseUrl}/categories` },
      ...(parent ? [{ name: categoryWords(parent), url: `${baseUrl}/categories/${parent.slug}` }] : []),
      { name: category.name, url },
    ]),
    ...faqPage(category.faqs),
  ];
}

type Listed = { items: readonly Named[]; total: number; page: number; per_page: number };

/** The alternatives to a product. */
export const replacedThings = (
  { title, url }: { title: Text; url: string },
  { items, total, page, per_page: perPage }: Listed,
): JsonLd[] => [
  {
    "@type": "ItemList",
    "@id": `${url}#alternatives`,
    name: title,
    url,
    ...itemsOf(items, total, (page - 1) * perPage),
  },
  breadcrumbs([
    { name: t`Alternatives`, url: url.slice(0, url.lastIndexOf("/")) },
    { name: title, url },
  ]),
];

const personThing = (person: PublicPerson | undefined, baseUrl: string): JsonLd =>
  present({
    "@type": "Person",
    name: shownName(person ?? { name: null, handle: null }),
    url: person?.handle ? `${baseUrl}${profilePath(person.handle)}` : null,
  });

/** A thread of comments. What nobody can read any more is in none. */
export function discussionThings(
  { head, replies, people, total }: OneThread,
  { path, about, baseUrl }: { path: string; about: string; baseUrl: string },
): JsonLd[] {
  if (head.comment.status !== "published") return [];
  const common = ({ comment: { accountId, body, createdAt, editedAt } }: SignedComment) => ({
    author: personThing(people.get(accountId ?? ""), baseUrl),
    text: plainMarkdown(body),
    datePublished: createdAt.toISOString(),
    dateModified: editedAt?.toISOString(),
  });
  return [
    present({
      "@type": "DiscussionForumPosting",
      "@id": `${baseUrl}${path}#thread`,
      headline: t`Comments on ${about}`,
      url: `${baseUrl}${path}`,
      ...common(head),
      commentCount: total,
      comment: replies
        .filter(({ comment }) => comment.status === "published")
        .map((reply) =>
          present({ "@type": "Comment", url: `${baseUrl}${path}#c-${reply.comment.id}`, ...common(reply) }),
        ),
    }),
  ];
}
type Collected = {
  title: string;
  url: string;
  author: string | undefined;
  count: number;
  first: number;
  updatedAt: Date;
};

/** The products of a public collection in its own order. `first` are on pages before. */
export const collectionThings = (
  { title, url, author, count, first, updatedAt }: Collected,
  listings: readonly Named[],
): JsonLd[] => [
  {
    "@type": "CollectionPage",
    "@id": `${url}#collection`,
    name: title,
    url,
    ...(author !== undefined && { author: { "@type": "Person", name: author } }),
    dateModified: updatedAt.toISOString(),
    mainEntity: {
      "@type": "ItemList",
      itemListOrder: "https://schema.org/ItemListOrderAscending",
      ...itemsOf(listings, count, first),
    },
  },
];

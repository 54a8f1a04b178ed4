import { z } from "zod";
import { PRICING_MODELS, STAGES } from "../../domain/listings/fields.ts";
import { HUES } from "../../domain/pictures/hues.ts";
import { FACE } from "./drawings/face.ts";
import { LOOK } from "./drawings/screen.ts";
import people from "./people.json" with { type: "json" };
import posts from "./posts.json" with { type: "json" };
import products from "./products.json" with { type: "json" };

const text = z.string().min(1);

/** Somebody who made a product. */
const maker = z.strictObject({
  name: text,
  /** ISO 3166-1 alpha-2. */
  country: z.string().length(2),
  face: FACE,
  bio: text,
  /** Answers by the id of the question. */
  interview: z.record(z.string(), text).optional(),
});

/**
 * A product of the demo, written by hand. Nothing in it refers to a real company or person; its
 * website is `https://<slug>.example/`, which can never exist.
 */
const product = z.strictObject({
  slug: text,
  name: text,
  tagline: text,
  short: text,
  /** Paragraphs. */
  about: z.array(text),
  /** The primary one first. More than one was paid for. */
  categories: z.array(text).min(1),
  features: z.array(text),
  usps: z.array(text),
  keywords: z.array(text),
  price: z.tuple([z.enum(PRICING_MODELS), text]),
  stage: z.enum(STAGES),
  /** Country, city, and the year in which it was founded. */
  from: z.tuple([z.string().length(2), text, z.int()]),
  /** Titles by the slug of the maker, the primary one first. */
  makers: z.record(z.string(), text),
  /** Weeks from this one: 0 is this week, -1 the last one. */
  week: z.int(),
  /** Cast in the week of its launch. */
  votes: z.int(),
  /** Whether the launch was paid for; otherwise the website shows a badge. */
  isPaid: z.literal(true).optional(),
  hue: z.enum(HUES),
  /** The ground, and the marks on it, from back to front. */
  logo: z.array(text).min(2),
  /** The words of its menu. */
  nav: z.array(text),
  /** A picture at work: its look, alternative text, title and rows. */
  screens: z.array(z.tuple([LOOK, text, text], text)),
  /** By the key of a reviewer. */
  reviews: z.array(z.tuple([text, z.int().min(1).max(5), text])).default([]),
  /** Days before today, title and body, newest first. */
  updates: z.array(z.tuple([z.int(), text, text])).default([]),
  faqs: z.array(z.tuple([text, text])).default([]),
  /** Dates and titles, newest first. */
  milestones: z.array(z.tuple([text, text])).optional(),
  story: z.record(z.string(), text).optional(),
  /** What it says to the questions of its category, as comparisons show it. */
  compared: z.record(z.string(), text).default({}),
});
export type Product = z.infer<typeof product>;

/** What a first visitor sees. The generator in listings.ts is for load tests. */
export const PRODUCTS = z.array(product).parse(products);
/** By the slug of their page. */
export const MAKERS = z.record(z.string(), maker).parse(people.makers);
/** Names of people who review, by what the reviews of products call them. */
export const REVIEWERS: Record<string, string> = people.reviewers;
export const POSTS = posts.map(({ body, ...post }) => ({
  ...post,
  author: "Debut editors",
  bodyMarkdown: body.join("\n\n"),
}));

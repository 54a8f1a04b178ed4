import type { PRICING_MODELS, STAGES } from "../../domain/listings/fields.ts";
import type { Hue } from "../../domain/pictures/hues.ts";
import type { Face } from "./drawings/face.ts";
import type { Logo } from "./drawings/logo.ts";
import type { Screen } from "./drawings/screen.ts";
import type { REVIEWERS } from "./reviewers.ts";

/** Somebody who made a product, by the slug of their page. */
export type Maker = {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  face: Face;
  bio: string;
  /** Answers by the id of the question. */
  interview?: Record<number, string>;
};

/**
 * A product of the demo, written by hand. Nothing in it refers to a real company or person; its
 * website is `https://<slug>.example/`, which can never exist.
 */
export type Product = {
  slug: string;
  name: string;
  tagline: string;
  short: string;
  /** Paragraphs. */
  about: string[];
  /** The primary one first. More than one was paid for. */
  categories: [string, ...string[]];
  features: string[];
  usps: string[];
  keywords: string[];
  price: [model: (typeof PRICING_MODELS)[number], summary: string];
  stage: (typeof STAGES)[number];
  /** Country, city, and the year in which it was founded. */
  from: [country: string, city: string, founded: number];
  /** Titles by the slug of the maker, the primary one first. */
  makers: Record<string, string>;
  /** Weeks from this one: 0 is this week, -1 the last one. */
  week: number;
  /** Cast in the week of its launch. */
  votes: number;
  /** Whether the launch was paid for; otherwise the website shows a badge. */
  isPaid?: true;
  hue: Hue;
  logo: Logo;
  nav: string[];
  screens: Screen[];
  reviews?: [by: keyof typeof REVIEWERS, rating: 1 | 2 | 3 | 4 | 5, text: string][];
  /** Days before today, newest first. */
  updates?: [daysAgo: number, title: string, body: string][];
  faqs?: [question: string, answer: string][];
  /** Newest first. */
  milestones?: [date: string, title: string][];
  story?: { title: string; why_started: string; lessons?: string; whats_next?: string };
};

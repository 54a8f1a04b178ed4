import type { BadgeWatch } from "../listings/badge-watch.ts";
import type { Listing } from "../listings/listing.ts";

export type LaunchStep = {
  isDone: boolean;
  done: string;
  todo: string;
  why: string;
  to: string;
  verb: string;
  at?: Date | null;
};

const PICTURES = 3;

export type Ready = Pick<Listing, "id" | "slug" | "name" | "plan" | "status" | "logoUrl" | "tagline"> & {
  unlocked: readonly string[];
  profile: Pick<Listing["profile"], "media" | "description"> & Record<"founders" | "faqs", readonly object[]>;
};

export function launchSteps(listing: Ready, watch: BadgeWatch | undefined): LaunchStep[] {
  const { id, slug, plan, status, logoUrl, tagline, unlocked, profile } = listing;
  const edit = `/account/listings/${id}/edit`;
  const { founders, media = [], description, faqs } = profile;
  const badge: LaunchStep = {
    isDone: status === "scheduled",
    done: "Badge found on your website",
    todo: "Put the badge on your homepage",
    why: "Without it, your launch moves to the next open week.",
    to: `/listings/${slug}/badges`,
    verb: "Get it",
    at: watch?.foundAt ?? null,
  };
  const pictures: LaunchStep = {
    isDone: media.length >= PICTURES,
    done: `${media.length} pictures`,
    todo: "Add pictures",
    why: `You have ${media.length === 0 ? "none" : media.length}. Three fill the gallery.`,
    to: `/account/listings/${id}/pictures`,
    verb: "Add",
  };
  return [
    ...(plan === "free" ? [badge] : []),
    {
      isDone: logoUrl !== null && tagline !== null,
      done: "Logo and tagline",
      todo: logoUrl === null ? "Add your logo" : "Write a tagline",
      why: "They come first in every list.",
      to: edit,
      verb: "Add",
    },
    {
      isDone: description !== null,
      done: "Description",
      todo: "Say what it does",
      why: "In your own words, for people who have never heard of it.",
      to: edit,
      verb: "Write",
    },
    {
      isDone: founders.length > 0,
      done: founders.length > 1 ? `${founders.length} makers named` : "Maker named",
      todo: "Name the makers",
      why: "People vote for people.",
      to: edit,
      verb: "Add",
    },
    ...(unlocked.includes("media") ? [pictures] : []),
    {
      isDone: faqs.length > 0,
      done: "Questions answered",
      todo: "Add a question and answer",
      why: "The one every new customer asks.",
      to: edit,
      verb: "Write",
    },
  ];
}

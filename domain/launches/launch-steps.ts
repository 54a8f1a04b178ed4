import { plural, t, type Words } from "#languages/words.ts";
import type { BadgeWatch } from "../listings/badge-watch.ts";
import type { Listing } from "../listings/listing.ts";

export type LaunchStep = {
  isDone: boolean;
  done: Words;
  todo: Words;
  why: Words;
  to: string;
  verb: Words;
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
    done: t`Badge found on your website`,
    todo: t`Put the badge on your homepage`,
    why: t`Without it, your launch moves to the next open week.`,
    to: `/listings/${slug}/badges`,
    verb: t`Get the badge`,
    at: watch?.foundAt ?? null,
  };
  const pictures: LaunchStep = {
    isDone: media.length >= PICTURES,
    done: plural(media.length, "picture"),
    todo: t`Add pictures`,
    why:
      media.length === 0
        ? t`You have none. Add three to fill the gallery.`
        : t`You have ${media.length}. Add three to fill the gallery.`,
    to: `/account/listings/${id}/pictures`,
    verb: t`Add`,
  };
  return [
    ...(plan === "free" ? [badge] : []),
    {
      isDone: logoUrl !== null && tagline !== null,
      done: t`Logo and tagline`,
      todo: logoUrl === null ? t`Add your logo` : t`Write a tagline`,
      why: t`Every list shows them.`,
      to: edit,
      verb: t`Add`,
    },
    {
      isDone: description !== null,
      done: t`Description`,
      todo: t`Describe what it does`,
      why: t`In your own words, for people who have never heard of it.`,
      to: edit,
      verb: t`Write`,
    },
    {
      isDone: founders.length > 0,
      done: founders.length > 1 ? t`${plural(founders.length, "maker")} added` : t`Maker added`,
      todo: t`Add the makers`,
      why: t`People like to know who made it.`,
      to: edit,
      verb: t`Add`,
    },
    ...(unlocked.includes("media") ? [pictures] : []),
    {
      isDone: faqs.length > 0,
      done: t`Questions answered`,
      todo: t`Add a question and answer`,
      why: t`Answer what every new customer asks.`,
      to: edit,
      verb: t`Write`,
    },
  ];
}

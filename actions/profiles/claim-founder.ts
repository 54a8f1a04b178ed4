import { accountOfFounder } from "#domain/profiles/founder-account.ts";
import type { KnownFounder } from "#store/repos/profiles/profile-sections.ts";
import type { Reads } from "#store/store.ts";
import type { Deps } from "../context.ts";

type Needs = Pick<Deps, "store" | "now">;
/** Whether a founder is part of the account's profile, may become so, or belongs to another. */
export type FounderState = "mine" | "free" | "other-name" | "taken";
export type FounderOffer = KnownFounder & { state: FounderState };

/**
 * Founders of the account's listings who are this person, with whether they can be added to the
 * profile.
 */
export async function founderOffers(
  accountId: string,
  { profiles, interview }: Pick<Reads, "profiles" | "interview">,
): Promise<FounderOffer[]> {
  const known = await profiles.knownFounders(accountId);
  const members = await interview.membersBehind(known.map(({ id }) => id));
  return known.map((founder) => {
    const person = accountOfFounder(founder.name, members.get(founder.id) ?? []);
    const state = person === accountId ? "free" : "other-name";
    if (founder.claimedBy === null) return { ...founder, state };
    return { ...founder, state: founder.claimedBy === accountId ? "mine" : "taken" };
  });
}

/** Adds a founder to the account's profile. False if they are not this person. */
export const claimFounder = (accountId: string, slug: string, { store, now }: Needs): Promise<boolean> =>
  store.change(async (tx) => {
    const founder = (await founderOffers(accountId, tx)).find((offer) => offer.slug === slug);
    if (founder?.state === "mine") return true;
    if (founder?.state !== "free" || !(await tx.profiles.find(accountId))) return false;
    await tx.profiles.addFounder(accountId, founder.id, now());
    return true;
  });

/** Removes a founder from a profile, by its account or by an owner of the founder's listing. */
export const releaseFounder = (accountId: string, slug: string, { store }: Needs): Promise<boolean> =>
  store.change(async (tx) => {
    const founder = (await founderOffers(accountId, tx)).find((offer) => offer.slug === slug);
    if (!founder || (founder.state !== "mine" && !(founder.state === "taken" && founder.isOwned))) return false;
    await tx.profiles.removeFounder(founder.id);
    return true;
  });

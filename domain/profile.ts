/** What a profile can show besides face, bio and links, in the order of the page. */
export const PROFILE_SECTIONS = ["products", "votes", "reviews", "comments"] as const;
export type ProfileSection = (typeof PROFILE_SECTIONS)[number];

export type ProfileLink = { label: string; url: string };

/** How a person appears beside what they wrote. The handle is there only if their profile is public. */
export type PublicPerson = { name: string | null; handle: string | null; avatarUrl: string | null };

export const profilePath = (handle: string): string => `/@${handle}`;

/** The name of somebody with an account, for everybody. */
export const shownName = ({ name, handle }: Pick<PublicPerson, "name" | "handle">): string =>
  name?.trim() || (handle === null ? "A member" : `@${handle}`);

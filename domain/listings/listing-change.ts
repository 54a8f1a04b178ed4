/**
 * What depends on a change: the full profile, its page (without views), or its card on other pages
 * (without figures).
 */
export type Shown = "profile" | "page" | "card";

/**
 * A change to a listing, to a category's list (`category/SLUG`) or to the categories. Each level
 * includes the next: card, page, profile. Views change only the profile.
 */
export type ListingChange = { slug: string; shown: Shown };

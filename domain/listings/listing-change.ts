/**
 * What shows of a listing: its profile, which has everything; its page, without views; its card on
 * the pages of others, without figures.
 */
export type Shown = "profile" | "page" | "card";

/**
 * A change of a listing, or of what a category lists (`category/SLUG`), or of categories themselves.
 * One that cards show is one of the page, and that one of the profile. One of the profile alone is of views.
 */
export type ListingChange = { slug: string; shown: Shown };

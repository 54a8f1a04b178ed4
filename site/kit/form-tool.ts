import { type Html, html } from "#core/text/html.ts";
import { t } from "#languages/words.ts";

/**
 * Forms that the assistant of a browser may fill in (WebMCP). The person presses the button, so
 * none submits itself. Votes, reviews, payments and sign-in are never among them.
 */
const FORM_TOOLS = {
  show_search: t`Show products by words, category, price, stage and country.`,
  compare_two: t`Show two products side by side.`,
  submit_website: t`Draft a listing from a website. Nothing is published yet.`,
  edit_draft: t`Change the texts of this draft.`,
  edit_listing: t`Change the texts of this listing, which is public.`,
  follow_listing: t`Follow this product, or unfollow it if the person follows it already.`,
  follow_launch: t`Get an email when this product launches, or no email if the person is on the list.`,
  follow_category: t`Follow this category in the weekly digest, or unfollow it if the person follows it already.`,
  follow_collection: t`Follow this collection, or unfollow it if the person follows it already.`,
  ask_for_digest: t`Subscribe to the weekly digest of some categories by email.`,
};

export const formTool = (name: keyof typeof FORM_TOOLS): Html =>
  html` toolname="${name}" tooldescription="${FORM_TOOLS[name]}"`;

import type { AskedListings } from "#actions/moderation/choose-listings.ts";
import { type Html, html } from "#core/text/html.ts";
import { BULK_ACTIONS, type BulkAction } from "#domain/listings/bulk.ts";
import { FIELDS } from "#domain/listings/fields.ts";
import { LISTING_STATUSES } from "#domain/listings/listing.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { needsReason } from "#domain/moderation/moderation.ts";
import { keysOf } from "#domain/text/keys.ts";
import { beginningOf, lengthOf } from "#domain/text/text.ts";
import { plural, type Text, t } from "#languages/words.ts";
import { hidden, type Option, optionsOf } from "../../kit/form.ts";
import { splitEntries } from "../../parts/drafts/form-marks.ts";
import { PLANS } from "./listing-parts.ts";

/** What filters the list of listings, from a query or a form. */
export const askedIn = (read: (name: string) => string): AskedListings => ({
  q: read("q").slice(0, 200),
  status: LISTING_STATUSES.find((known) => known === read("status")),
  plan: keysOf(PLANS).find((known) => known === read("plan")),
  category: read("category") || undefined,
  where: read("where").slice(0, 1000) || undefined,
});

type Inputs = { asked?: AskedListings; total?: number; categories: readonly Option[]; fields: readonly OwnField[] };

/** Which listings, and what to do with them: every button sends the same form. */
export const bulkInputs = ({ asked, total = 0, categories, fields }: Inputs): Html => html`<details class="card" open>
<summary>Change selected listings</summary>
${
  asked && [
    Object.entries(asked).map(([name, value]) => value && hidden(`f.${name}`, value)),
    html`<fieldset class="row"><legend class="unseen">Which listings</legend>
<label class="check"><input type="radio" name="which" value="ids" checked><span>Selected</span></label>
<label class="check"><input type="radio" name="which" value="found"><span>All ${plural(total, "listing")} found</span></label></fieldset>`,
  ]
}
<p class="row ends"><label class="grow">Category <select name="set.category"><option value="">Choose a category</option>${optionsOf(categories)}</select></label><button class="quiet" name="do" value="category">Set category</button></p>
<p class="row ends"><label class="grow">Tags <input name="set.tags" maxlength="500" autocomplete="off" placeholder="self-hosted, photos"></label>
<button class="quiet" name="do" value="add_tags">Add tags</button><button class="quiet" name="do" value="remove_tags">Remove tags</button></p>
${
  fields.length > 0 &&
  html`<p class="row ends"><label>Field <select name="set.key">${fields.map(
    ({ key, label }) => html`<option value="${key}">${label}</option>`,
  )}</select></label>
<label class="grow">Value <input name="set.value" maxlength="500" autocomplete="off" placeholder="Leave empty to remove"></label>
<button class="quiet" name="do" value="field">Set field</button></p>`
}
<p class="row ends"><label class="grow">Plan <select name="set.plan">${Object.entries(PLANS).map(
  ([plan, words]) => html`<option value="${plan}">${words}</option>`,
)}</select></label><button class="quiet" name="do" value="plan">Set plan</button></p>
<p class="row ends"><label class="grow">Reason <input name="set.reason" maxlength="500" autocomplete="off" placeholder="Sent to the owners"></label>
<button class="quiet" name="do" value="approve">Approve</button><button class="quiet" name="do" value="review">Hold for review</button>
<button class="quiet" name="do" value="restore">Restore</button><button class="danger" name="do" value="reject">Reject</button>
<button class="danger" name="do" value="suspend">Suspend</button><button class="danger" name="do" value="delete">Delete</button></p>
<p class="small muted">Every change can be undone. Owners are notified.</p>
</details>`;

type Read = (name: string) => string;
type Known = { categories: readonly Option[]; fields: readonly OwnField[] };

/** The action of a sent form, or what is missing. */
export function actionIn(read: Read, { categories, fields }: Known): BulkAction | { fault: Text } {
  const what = BULK_ACTIONS.find((known) => known === read("do"));
  const value = (name: string): string => beginningOf(read(`set.${name}`), 500);
  switch (what) {
    case undefined:
      return { fault: t`Choose what to change.` };
    case "category": {
      const category = value("category");
      return categories.some(([slug]) => slug === category) ? { do: what, category } : { fault: t`Choose a category.` };
    }
    case "add_tags":
    case "remove_tags": {
      const tags = [...new Set(splitEntries(value("tags")))];
      if (tags.some((tag) => lengthOf(tag) > FIELDS.tags.listingMax))
        return { fault: t`Use ${FIELDS.tags.listingMax} characters or fewer.` };
      return tags.length > 0 ? { do: what, tags } : { fault: t`Enter one or more tags.` };
    }
    case "field": {
      const field = fields.find(({ key }) => key === value("key"));
      return field ? { do: what, key: field.key, value: value("value") } : { fault: t`Choose a field.` };
    }
    case "plan": {
      const plan = keysOf(PLANS).find((known) => known === value("plan"));
      return plan ? { do: what, plan } : { fault: t`Choose a plan.` };
    }
    default: {
      const reason = value("reason") || null;
      const isMissing = reason === null && (what === "delete" || needsReason(what));
      return isMissing ? { fault: t`Enter a reason for the owners.` } : { do: what, reason };
    }
  }
}

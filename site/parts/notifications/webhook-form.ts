import type { Request, Response } from "express";
import type { Deps } from "#actions/context.ts";
import { type EndpointWishes, refusalOfEndpoint } from "#actions/notifications/webhook-endpoints.ts";
import { type Html, html, partWith } from "#core/text/html.ts";
import { EVENT_NAMES, EVENTS, type EventType, isEventName } from "#domain/notifications/event.ts";
import { type Text, t } from "#languages/words.ts";
import { type Faults, field, formList, formText, formTo, type Option, optionsOf } from "../../kit/form.ts";

export type WebhookForm = { wishes: EndpointWishes; faults: Faults };

export async function readWebhookForm(req: Request, deps: Pick<Deps, "store" | "refusalOf">): Promise<WebhookForm> {
  const known = new Set((await deps.store.reference.categories()).map(({ slug }) => slug));
  const types = [...new Set(formList(req, "type").filter(isEventName))];
  const categories = [...new Set(formList(req, "category").filter((slug) => known.has(slug)))];
  const url = formText(req, "url");
  return {
    wishes: { url, types, categories },
    faults: {
      url: url === "" ? t`Enter the address.` : refusalOfEndpoint(url, deps),
      type: types.length === 0 ? t`Choose at least one event.` : undefined,
      category:
        types.includes("category.launch") && categories.length === 0 ? t`Choose at least one category.` : undefined,
    },
  };
}

const faultOf = (name: string, faults: Faults): Html | undefined =>
  faults[name] === undefined ? undefined : html`<p class="fault" id="${name}-fault">${faults[name]}</p>`;

export const webhookForm = (
  res: Response,
  {
    action,
    button,
    categories,
    form: { wishes, faults },
  }: { action: string; button: Text; categories: readonly Option[]; form: WebhookForm },
): Html => html`${formTo(res, action)}
${field({
  name: "url",
  label: t`URL`,
  type: "url",
  value: wishes.url,
  fault: faults.url,
  autocomplete: "off",
  maxLength: 2048,
  hint: t`An HTTPS address that responds with a status from 200 to 299 within 10 seconds.`,
})}
<fieldset${faults.type && html` aria-describedby="type-fault"`}>
<legend>Events</legend>
${EVENT_NAMES.map((name) => {
  const { title, when, needs }: EventType = EVENTS[name];
  const choice = html`<label class="check"><input type="checkbox" name="type" value="${name}"${wishes.types.includes(name) && html` checked`}>
<span><strong>${title}</strong> <span class="mono small">${name}</span><br><span class="small muted">${when}</span></span></label>`;
  return needs ? partWith(needs, choice) : choice;
})}
${faultOf("type", faults)}
</fieldset>
<div class="field">
<label for="category">Categories</label>
<p class="hint" id="category-hint">For new products. Their subcategories are included.</p>
<select id="category" name="category" multiple size="6" aria-describedby="category-hint${
  faults.category && " category-fault"
}">${optionsOf(categories, wishes.categories)}</select>
${faultOf("category", faults)}
</div>
<p class="row"><button>${button}</button> <a href="/account/webhooks">Cancel</a></p>
</form>`;

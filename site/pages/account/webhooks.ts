import { type Response, Router } from "express";
import { addEndpoint } from "../../../actions/notifications/webhook-endpoints.ts";
import { type Html, html } from "../../../core/text/html.ts";
import { MAX_ENDPOINTS, type WebhookEndpoint } from "../../../domain/notifications/webhook.ts";
import { attemptTo } from "../../kit/attempt.ts";
import { formFault, hasFaults } from "../../kit/form.ts";
import type { Pages } from "../../kit/respond.ts";
import { showUrl } from "../../kit/show.ts";
import { accountOf, accountOnly, recentOnly, type Site } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";
import { CONFIRM_FIRST, showOnce } from "../../parts/accounts/shown-once.ts";
import { readWebhookForm, type WebhookForm, webhookForm } from "../../parts/notifications/webhook-form.ts";

const REFUSALS = {
  unverified: CONFIRM_FIRST,
  "too-many": `You have ${MAX_ENDPOINTS} endpoints. Delete one that you no longer use.`,
};
const EMPTY: WebhookForm = { wishes: { url: "", types: [], categories: [] }, faults: {} };

export const endpointState = ({ offSince, failingSince }: WebhookEndpoint): Html =>
  offSince
    ? html`<span class="tag bad">off</span>`
    : failingSince
      ? html`<span class="tag warm">failing</span>`
      : html`<span class="tag good">on</span>`;

/** The secret of an endpoint, in the only response that has it. */
export const showSecret = (
  res: Response,
  pages: Pages,
  { id, ...words }: { id: string; title: string; note?: Html; text: string },
): void =>
  showOnce(res, pages, {
    ...words,
    hashed: false,
    after: html`<p>Your program uses it to check that events come from here.
Any <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> library does that.</p>`,
    done: `/account/webhooks/${id}`,
  });

/** Endpoints of webhooks of an account, and a form for a new one. */
export function webhooksPages({ deps, pages }: Site): Router {
  const { store, now } = deps;
  const router = Router();
  router.use("/account/webhooks", accountOnly);
  router.use("/account/webhooks/new", recentOnly(now));

  router.get("/account/webhooks", async (_req, res) => {
    const endpoints = await store.webhooks.ofAccount(accountOf(res).id);
    pages.render(res, {
      title: "Webhooks",
      width: "reading",
      body: html`<p class="eyebrow"><a href="/account">Your account</a></p>
<h1>Webhooks</h1>
<p class="lead">We send events of your listings and orders, and launches in categories, to your programs.</p>
${
  endpoints.length === 0
    ? html`<p class="empty">No endpoint yet.</p>`
    : table(
        ["Endpoint", "State", "Events"],
        endpoints.map((endpoint) => [
          html`<a href="/account/webhooks/${endpoint.id}">${showUrl(endpoint.url)}</a>`,
          endpointState(endpoint),
          html`<span class="mono small">${endpoint.types.join(", ")}</span>`,
        ]),
      )
}
<p><a class="button quiet" href="/account/webhooks/new">Add an endpoint</a></p>`,
    });
  });

  async function showForm(res: Response, form: WebhookForm, fault?: string): Promise<void> {
    const categories = await store.reference.categories();
    pages.render(res, {
      status: fault || hasFaults(form.faults) ? 400 : 200,
      title: "Add a webhook endpoint",
      width: "narrow",
      body: html`<h1>Add a webhook endpoint</h1>
${formFault(fault)}
${webhookForm(res, { action: "/account/webhooks/new", button: "Add the endpoint", categories, form })}`,
    });
  }

  router.get("/account/webhooks/new", (_req, res) => showForm(res, EMPTY));

  router.post("/account/webhooks/new", async (req, res) => {
    const form = await readWebhookForm(req, deps);
    if (hasFaults(form.faults)) return showForm(res, form);
    const { output, error } = await attemptTo(() => addEndpoint(accountOf(res), form.wishes, deps));
    if (error) return showForm(res, form, error.message);
    if (typeof output === "string") return showForm(res, form, REFUSALS[output]);
    showSecret(res, pages, { id: output.id, title: "Secret of your endpoint", text: output.secret });
  });

  return router;
}

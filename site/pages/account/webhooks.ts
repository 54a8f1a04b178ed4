import type { Request, Response } from "express";
import {
  addEndpoint,
  changeEndpoint,
  removeEndpoint,
  replayDeliveries,
  rotateSecret,
  type Sent,
  sendTest,
  switchEndpoint,
} from "#actions/notifications/webhook-endpoints.ts";
import { type Html, html } from "#core/text/html.ts";
import { MAX_ENDPOINTS, type WebhookEndpoint } from "#domain/notifications/webhook.ts";
import { type Text, t, type Words } from "#languages/words.ts";
import type { DeliveryWithEvent } from "#store/repos/notifications/webhooks.ts";
import { attemptTo } from "../../kit/attempt.ts";
import { formFault, formText, formTo, hasFaults, hidden } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import type { Notice } from "../../kit/notices.ts";
import type { Pages } from "../../kit/respond.ts";
import { showTime, showUrl } from "../../kit/show.ts";
import { accountOf, accountOnly, notFound, orNotFound, recentOnly, type Site, seeOther } from "../../kit/site.ts";
import { pageNumber, pager, table } from "../../kit/table.ts";
import { CONFIRM_FIRST, showOnce } from "../../parts/accounts/secrets.ts";
import { POLL_SECONDS } from "../../parts/drafts/draft-progress.ts";
import { categoryOptions } from "../../parts/listings/category-options.ts";
import { readWebhookForm, type WebhookForm, webhookForm } from "../../parts/notifications/webhook-form.ts";

const REFUSALS = {
  unverified: CONFIRM_FIRST,
  "too-many": t`You have reached the limit of ${MAX_ENDPOINTS} endpoints. Delete one you no longer use.`,
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
  { id, ...words }: { id: string; title: Words; note?: Html; text: string },
): void =>
  showOnce(res, pages, {
    ...words,
    after: html`<p>Use it to verify that events come from this site.
Any <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> library can do that.</p>`,
    done: `/account/webhooks/${id}`,
  });

export function webhooksPages({ deps, pages, router }: Site): void {
  const { store, now } = deps;
  router.use("/account/webhooks", accountOnly);
  router.use("/account/webhooks/new", recentOnly(now));

  router.get("/account/webhooks", async (_req, res) => {
    const endpoints = await store.webhooks.ofAccount(accountOf(res).id);
    pages.render(res, {
      heading: t`Webhooks`,
      above: ["/account", t`Your account`],
      width: "reading",
      body: html`<p class="lead">Send events from your listings and orders, and new products in categories, to your programs.</p>
${
  endpoints.length === 0
    ? html`<p class="empty">No endpoints yet.</p>`
    : table(
        [t`Endpoint`, t`Status`, t`Events`],
        endpoints.map((endpoint) => [
          html`<a href="/account/webhooks/${endpoint.id}"><bdi>${showUrl(endpoint.url)}</bdi></a>`,
          endpointState(endpoint),
          html`<span class="mono small">${endpoint.types.join(", ")}</span>`,
        ]),
      )
}
<p><a class="button quiet" href="/account/webhooks/new">Add endpoint</a></p>`,
    });
  });

  async function showForm(res: Response, form: WebhookForm, fault?: Text): Promise<void> {
    const categories = await categoryOptions(store, languageOf(res), "slug");
    pages.render(res, {
      status: fault || hasFaults(form.faults) ? 400 : 200,
      heading: t`Add webhook endpoint`,
      width: "narrow",
      body: html`${formFault(fault)}
${webhookForm(res, { action: "/account/webhooks/new", button: t`Add endpoint`, categories, form })}`,
    });
  }

  router.get("/account/webhooks/new", (_req, res) => showForm(res, EMPTY));

  router.post("/account/webhooks/new", async (req, res) => {
    const form = await readWebhookForm(req, deps);
    if (hasFaults(form.faults)) return showForm(res, form);
    const { output, error } = await attemptTo(() => addEndpoint(accountOf(res), form.wishes, deps));
    if (error) return showForm(res, form, error.detail);
    if (typeof output === "string") return showForm(res, form, REFUSALS[output]);
    showSecret(res, pages, { id: output.id, title: t`Your endpoint secret`, text: output.secret });
  });
}

/** Deliveries that wait longer are held up, and polling them is of no use. */
const FRESH_MS = 60_000;
const PER_PAGE = 25;
const OFF = {
  owner: t`You turned it off.`,
  gone: t`It answered 410 Gone, so we turned it off.`,
  failing: t`Deliveries failed for three days, so we turned it off.`,
};
const NOTICES = {
  sent: "webhook-sent",
  nothing: "webhook-nothing",
  off: "webhook-off",
  gone: "gone",
} as const satisfies Record<Sent, Notice>;
const TAGS = {
  waiting: ["warm", t`waiting`],
  delivered: ["good", t`delivered`],
  failed: ["bad", t`failed`],
} as const;

export function webhookPages({ deps, pages, router }: Site): void {
  const { store, now } = deps;
  const path = "/account/webhooks/:id";
  router.use("/account/webhooks", accountOnly);
  router.use(`${path}/secret`, recentOnly(now));

  const findOwn = (req: Request, res: Response) => store.webhooks.findOwn(accountOf(res).id, String(req.params.id));

  async function show(req: Request, res: Response, endpoint: WebhookEndpoint, form?: WebhookForm): Promise<void> {
    const page = pageNumber(req);
    const { items, total } = await store.webhooks.deliveries(endpoint.id, { page, perPage: PER_PAGE });
    const at = `/account/webhooks/${endpoint.id}`;
    const { url, types, categories } = endpoint;
    const isSending = items.some(({ delivery }) => isOnItsWay(delivery, now()));
    pages.render(res, {
      status: form ? 400 : 200,
      title: t`Webhook endpoint`,
      refreshSeconds: isSending ? POLL_SECONDS : undefined,
      body: html`<p class="eyebrow"><a href="/account/webhooks">Webhooks</a></p>
<h1><bdi>${showUrl(url)}</bdi></h1>
<p>${endpointState(endpoint)} ${endpoint.offReason && OFF[endpoint.offReason]}
${!endpoint.offSince && endpoint.failingSince && html`Deliveries have failed since ${showTime(endpoint.failingSince)}.`}
${
  endpoint.oldSecretUntil &&
  endpoint.oldSecretUntil > now() &&
  html`Events are also signed with the previous secret until ${showTime(endpoint.oldSecretUntil)}.`
}</p>
<div class="row">
${
  endpoint.offSince
    ? button(res, `${at}/on`, t`Turn on`)
    : [button(res, `${at}/test`, t`Send test event`), button(res, `${at}/off`, t`Turn off`)]
}
${button(res, `${at}/secret`, t`Replace secret`)}
</div>
<div class="stack">
<section aria-labelledby="deliveries"><h2 id="deliveries">Deliveries</h2>
${
  isSending &&
  html`<p class="notice" role="status" data-poll="${POLL_SECONDS}">We are calling your endpoint.
The response appears here.</p>`
}
${
  items.length === 0
    ? html`<p class="empty">No deliveries yet.</p>`
    : html`${table(
        [t`Event`, t`Status`, t`Last attempt`, { label: t`Replay`, unseen: true }],
        items.map((item) => deliveryRow(res, at, item, !endpoint.offSince)),
      )}
${pager(at, {}, { page, total_pages: Math.ceil(total / PER_PAGE) })}
${!endpoint.offSince && button(res, `${at}/replay`, t`Replay failed deliveries`)}`
}
</section>
<section aria-labelledby="settings"><h2 id="settings">Settings</h2>
${webhookForm(res, {
  action: at,
  button: t`Save`,
  categories: await categoryOptions(store, languageOf(res), "slug"),
  form: form ?? { wishes: { url, types, categories }, faults: {} },
})}
<details><summary>Delete endpoint</summary>
<p>This also deletes its deliveries and cannot be undone.</p>
${button(res, `${at}/remove`, t`Delete endpoint`, "danger")}</details></section>
</div>`,
    });
  }

  router.get(path, async (req, res) => {
    const endpoint = await findOwn(req, res);
    return endpoint ? show(req, res, endpoint) : notFound();
  });

  router.post(path, async (req, res) => {
    const endpoint = orNotFound(await findOwn(req, res));
    const form = await readWebhookForm(req, deps);
    if (hasFaults(form.faults)) return show(req, res, endpoint, form);
    const isSaved = await changeEndpoint(accountOf(res).id, endpoint.id, form.wishes, deps);
    seeOther(res, `/account/webhooks/${endpoint.id}`, isSaved ? "endpoint-saved" : "gone");
  });

  router.post(`${path}/secret`, async (req, res) => {
    const { id } = req.params;
    const secret = orNotFound(await rotateSecret(accountOf(res).id, id, deps));
    showSecret(res, pages, {
      id,
      title: t`Your new endpoint secret`,
      note: html`<p>For 24 hours, events are signed with this secret and the previous one. Update your program in that time.</p>`,
      text: secret,
    });
  });

  const after = (res: Response, id: string, isDone: boolean, notice: Notice): void =>
    isDone ? seeOther(res, `/account/webhooks/${id}`, notice) : notFound();

  router.post(`${path}/on`, async (req, res) =>
    after(res, req.params.id, await switchEndpoint(accountOf(res).id, req.params.id, true, deps), "endpoint-on"),
  );
  router.post(`${path}/off`, async (req, res) =>
    after(res, req.params.id, await switchEndpoint(accountOf(res).id, req.params.id, false, deps), "endpoint-off"),
  );
  router.post(`${path}/test`, async (req, res) => {
    const sent = await sendTest(accountOf(res).id, req.params.id, deps);
    after(res, req.params.id, sent !== "gone", NOTICES[sent]);
  });
  router.post(`${path}/replay`, async (req, res) => {
    const one = formText(req, "delivery") || undefined;
    const sent = await replayDeliveries(accountOf(res).id, req.params.id, deps, one);
    after(res, req.params.id, sent !== "gone", NOTICES[sent]);
  });
  router.post(`${path}/remove`, async (req, res) => {
    orNotFound(await removeEndpoint(accountOf(res).id, req.params.id, deps));
    seeOther(res, "/account/webhooks", "endpoint-removed");
  });
}

const button = (res: Response, action: string, label: Words, kind = "quiet"): Html =>
  html`${formTo(res, action)}<button class="${kind} slim">${label}</button></form>`;

const deliveryRow = (res: Response, at: string, { delivery, event }: DeliveryWithEvent, isOn: boolean) => [
  html`<span class="mono small">${event.type}</span><br><span
class="small muted">${showTime(event.at)}</span><br><span class="mono small muted">${event.id}</span>`,
  html`<span class="tag ${TAGS[delivery.state][0]}">${TAGS[delivery.state][1]}</span>${
    delivery.state === "waiting" &&
    delivery.attempts > 0 &&
    html`<br><span class="small muted">next attempt ${showTime(delivery.nextAt)}</span>`
  }`,
  html`<span class="small">${lastAttempt(delivery)}</span>`,
  delivery.state !== "waiting" &&
    isOn &&
    html`${formTo(res, `${at}/replay`)}${hidden("delivery", delivery.id)}<button class="quiet slim"
aria-label="Replay ${event.id}">Replay</button></form>`,
];

const isOnItsWay = ({ state, attempts, createdAt, nextAt }: DeliveryWithEvent["delivery"], now: Date): boolean =>
  state === "waiting" && attempts === 0 && nextAt <= now && now.getTime() - createdAt.getTime() < FRESH_MS;

const lastAttempt = ({ attempts, triedAt, status, error }: DeliveryWithEvent["delivery"]) =>
  triedAt === null
    ? (error ?? t`not yet`)
    : status === null
      ? html`${showTime(triedAt)}: ${error} (attempt ${attempts})`
      : html`${showTime(triedAt)}: status ${status} (attempt ${attempts})`;

import { type Request, type Response, Router } from "express";
import {
  changeEndpoint,
  removeEndpoint,
  replayDeliveries,
  rotateSecret,
  type Sent,
  sendTest,
  switchEndpoint,
} from "../../../actions/notifications/webhook-endpoints.ts";

import { type Html, href, html } from "../../../core/text/html.ts";
import type { WebhookEndpoint } from "../../../domain/notifications/webhook.ts";
import type { DeliveryWithEvent } from "../../../store/repos/notifications/webhooks.ts";
import { csrfField, formText, hasFaults } from "../../kit/form.ts";
import { type Notice, withNotice } from "../../kit/notices.ts";
import { pageNumber, pager } from "../../kit/paging.ts";
import { showTime, showUrl } from "../../kit/show.ts";
import { accountOf, accountOnly, recentOnly, type Site, seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";
import { POLL_SECONDS } from "../../parts/drafts/draft-progress.ts";
import { readWebhookForm, type WebhookForm, webhookForm } from "../../parts/notifications/webhook-form.ts";
import { endpointState, showSecret } from "./webhooks.ts";

/** Deliveries that wait longer are held up, and polling them is of no use. */
const FRESH_MS = 60_000;
const PER_PAGE = 25;
const OFF = {
  owner: "You switched it off.",
  gone: "It answered 410 Gone, so we switched it off.",
  failing: "Nothing could be delivered for three days, so we switched it off.",
};
const NOTICES = {
  sent: "webhook-sent",
  nothing: "webhook-nothing",
  off: "webhook-off",
  gone: "gone",
} as const satisfies Record<Sent, Notice>;
const TAGS = { waiting: "warm", delivered: "good", failed: "bad" } as const;

/** One endpoint: what it gets, its deliveries, and everything its owner can do with it. */
export function webhookPages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store, now } = deps;
  const router = Router();
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
      title: "Webhook endpoint",
      refreshSeconds: isSending ? POLL_SECONDS : undefined,
      body: html`<p class="eyebrow"><a href="/account/webhooks">Webhooks</a></p>
<h1>${showUrl(url)}</h1>
<p>${endpointState(endpoint)} ${endpoint.offReason && OFF[endpoint.offReason]}
${!endpoint.offSince && endpoint.failingSince && html`Deliveries have failed since ${showTime(endpoint.failingSince)}.`}
${
  endpoint.oldSecretUntil &&
  endpoint.oldSecretUntil > now() &&
  html`The previous secret also signs until ${showTime(endpoint.oldSecretUntil)}.`
}</p>
<div class="row">
${
  endpoint.offSince
    ? button(res, `${at}/on`, "Switch on")
    : [button(res, `${at}/test`, "Send a test"), button(res, `${at}/off`, "Switch off")]
}
${button(res, `${at}/secret`, "New secret")}
</div>
<div class="stack">
<section aria-labelledby="deliveries"><h2 id="deliveries">Deliveries</h2>
${
  isSending &&
  html`<p class="notice" role="status" data-poll="${POLL_SECONDS}">We are calling your endpoint.
The response will appear here.</p>`
}
${
  items.length === 0
    ? html`<p class="empty">Nothing was sent yet.</p>`
    : html`${table(
        ["Event", "State", "Last attempt", { label: "Replay", unseen: true }],
        items.map((item) => deliveryRow(res, at, item, !endpoint.offSince)),
      )}
${pager(at, {}, { page, total_pages: Math.ceil(total / PER_PAGE) })}
${!endpoint.offSince && button(res, `${at}/replay`, "Replay all failed")}`
}
</section>
<section aria-labelledby="settings"><h2 id="settings">What it gets</h2>
${webhookForm(res, {
  action: at,
  button: "Save",
  categories: await store.reference.categories(),
  form: form ?? { wishes: { url, types, categories }, faults: {} },
})}
<details><summary>Delete this endpoint</summary>
<p>Its deliveries are deleted with it. This cannot be undone.</p>
${button(res, `${at}/remove`, "Delete the endpoint", "danger")}</details></section>
</div>`,
    });
  }

  router.get(path, async (req, res) => {
    const endpoint = await findOwn(req, res);
    return endpoint ? show(req, res, endpoint) : notFound(res);
  });

  router.post(path, async (req, res) => {
    const endpoint = await findOwn(req, res);
    if (!endpoint) return notFound(res);
    const form = await readWebhookForm(req, deps);
    if (hasFaults(form.faults)) return show(req, res, endpoint, form);
    const isSaved = await changeEndpoint(accountOf(res).id, endpoint.id, form.wishes, deps);
    seeOther(res, withNotice(`/account/webhooks/${endpoint.id}`, isSaved ? "endpoint-saved" : "gone"));
  });

  router.post(`${path}/secret`, async (req, res) => {
    const { id } = req.params;
    const secret = await rotateSecret(accountOf(res).id, id, deps);
    if (!secret) return notFound(res);
    showSecret(res, pages, {
      id,
      title: "New secret of your endpoint",
      note: html`<p>For 24 hours, events are signed with this secret and the previous one. Update your program in that time.</p>`,
      text: secret,
    });
  });

  const after = (res: Response, id: string, isDone: boolean, notice: Notice): void =>
    isDone ? seeOther(res, withNotice(`/account/webhooks/${id}`, notice)) : notFound(res);

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
    const isRemoved = await removeEndpoint(accountOf(res).id, req.params.id, deps);
    if (!isRemoved) return notFound(res);
    seeOther(res, withNotice("/account/webhooks", "endpoint-removed"));
  });

  return router;
}

const button = (res: Response, action: string, label: string, kind = "quiet"): Html =>
  html`<form method="post" action="${href(action)}">${csrfField(res)}<button class="${kind} slim">${label}</button></form>`;

const deliveryRow = (res: Response, at: string, { delivery, event }: DeliveryWithEvent, isOn: boolean) => [
  html`<span class="mono small">${event.type}</span><br><span class="small muted">${showTime(event.at)}</span><br><span class="mono small muted">${event.id}</span>`,
  html`<span class="tag ${TAGS[delivery.state]}">${delivery.state}</span>${
    delivery.state === "waiting" &&
    delivery.attempts > 0 &&
    html`<br><span class="small muted">again ${showTime(delivery.nextAt)}</span>`
  }`,
  html`<span class="small">${lastAttempt(delivery)}</span>`,
  delivery.state !== "waiting" &&
    isOn &&
    html`<form method="post" action="${href(`${at}/replay`)}">${csrfField(res)}<input type="hidden" name="delivery" value="${delivery.id}"><button class="quiet slim" aria-label="Replay ${event.id}">Replay</button></form>`,
];

/** Sent for the first time, at this moment. */
const isOnItsWay = ({ state, attempts, createdAt, nextAt }: DeliveryWithEvent["delivery"], now: Date): boolean =>
  state === "waiting" && attempts === 0 && nextAt <= now && now.getTime() - createdAt.getTime() < FRESH_MS;

const lastAttempt = ({ attempts, triedAt, status, error }: DeliveryWithEvent["delivery"]) =>
  triedAt === null
    ? (error ?? "not yet")
    : html`${showTime(triedAt)}: ${status === null ? error : `status ${status}`} (attempt ${attempts})`;

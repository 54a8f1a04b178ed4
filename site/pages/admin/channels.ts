import type { Request, Response } from "express";
import { KINDS } from "#actions/notifications/channel-kinds.ts";
import { previewPost } from "#actions/notifications/channel-posts.ts";
import { addChannel, type ChannelFaults, switchChannel, testChannel } from "#actions/notifications/channels.ts";
import { type Html, href, html } from "#core/text/html.ts";
import {
  CHANNEL_KINDS,
  CHANNEL_NEWS,
  type ChannelAnswer,
  type ChannelKind,
  isPosted,
  type NewsChannel,
} from "#domain/notifications/channel.ts";
import { joined, type Text, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formTo } from "../../kit/form.ts";
import { showWhen } from "../../kit/show.ts";
import { orNotFound, seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";
import { channelForm, newsWords, postPreview, readChannel } from "../../parts/notifications/channel-parts.ts";

const PATH = "/admin/channels";
type Wishes = Pick<NewsChannel, "gets" | "language" | "server" | "account">;
const NEW: Wishes = { gets: ["launches", "winners"], language: "", server: null, account: null };
type Shown = { wishes?: Wishes; faults?: ChannelFaults; answer?: ChannelAnswer };

const OFF: Record<NonNullable<NewsChannel["offReason"]>, Text> = {
  admin: t`An admin turned it off.`,
  refused: t`It refused our posts, so we turned it off.`,
  failing: t`Posts kept failing, so we turned it off.`,
};

const stateOf = ({ offSince, failures }: NewsChannel): Html =>
  offSince
    ? html`<span class="tag bad">off</span>`
    : failures > 0
      ? html`<span class="tag warm">failing</span>`
      : html`<span class="tag good">on</span>`;

/** Chat rooms and accounts on social networks that get news of the site. */
export function channelAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, now } = deps;

  router.get(PATH, async (_req, res) => {
    const channels = await store.channels.list();
    pages.render(res, {
      heading: t`Channels`,
      body: html`<p class="lead">Post new listings, winners and reports where people are. Several at once are one post.</p>
${
  channels.length === 0
    ? html`<p class="empty">No channels yet.</p>`
    : table(
        [t`Channel`, t`Status`, t`What it gets`, t`Last post`],
        channels.map((channel) => [
          html`<a href="${href(`${PATH}/${channel.id}`)}">${KINDS[channel.kind].name}</a> <span
class="small muted"><bdi>${channel.account ?? channel.server}</bdi></span>`,
          stateOf(channel),
          newsWords(channel.gets),
          channel.sentAt ? showWhen(channel.sentAt, now()) : t`none yet`,
        ]),
      )
}
<h2>Add channel</h2>
<p class="row">${CHANNEL_KINDS.map(
        (kind) => html`<a class="button quiet" href="${href(`${PATH}/new/${kind}`)}">${KINDS[kind].name}</a>`,
      )}</p>`,
    });
  });

  const kindOf = (req: Request<Record<string, string>>): ChannelKind =>
    orNotFound(CHANNEL_KINDS.find((kind) => kind === req.params.kind));

  const showNew = (res: Response, kind: ChannelKind, { wishes = NEW, faults }: Shown): void =>
    pages.render(res, {
      status: faults ? 400 : 200,
      heading: KINDS[kind].name,
      above: [PATH, t`Channels`],
      body: channelForm(res, { kind, action: `${PATH}/new/${kind}`, wishes, faults, isNew: true }, deps),
    });

  router.get(`${PATH}/new/:kind`, (req, res) => showNew(res, kindOf(req), {}));

  act(`${PATH}/new/:kind`, "channel.add", async (req, res, audited) => {
    const kind = kindOf(req);
    const form = readChannel(req, kind, true, deps);
    if ("faults" in form) return showNew(res, kind, form);
    const id = deps.uuid();
    audited.on(id);
    const isAdded = await addChannel(kind, form.checked, { ...audited, uuid: () => id });
    seeOther(res, isAdded ? `${PATH}/${id}` : PATH, isAdded ? "channel-saved" : "channel-too-many");
  });

  const channelOf = async (req: Request<Record<string, string>>): Promise<NewsChannel> =>
    orNotFound(await store.channels.find(req.params.id ?? ""));

  async function show(res: Response, channel: NewsChannel, { wishes, faults, answer }: Shown = {}): Promise<void> {
    const { id, kind, account, offSince, offReason, lastError } = channel;
    const at = `${PATH}/${id}`;
    const language = deps.languages.of(channel.language);
    const previews = await Promise.all(
      channel.gets.map(async (news) => {
        const post = await previewPost(news, language, deps);
        return html`<div><h3>${CHANNEL_NEWS[news].label}</h3>
${post ? html`<div lang="${language.tag}">${postPreview(kind, post)}</div>` : html`<p class="empty">Nothing to post yet.</p>`}</div>`;
      }),
    );
    const button = (verb: string, label: Text, look = "quiet") =>
      html`${formTo(res, `${at}/${verb}`)}<button class="${look} slim">${label}</button></form>`;
    pages.render(res, {
      status: faults || (answer && !isPosted(answer)) ? 400 : 200,
      heading: account ? joined([KINDS[kind].name, account]) : KINDS[kind].name,
      above: [PATH, t`Channels`],
      body: html`${answer && resultOf(answer)}
<p>${stateOf(channel)} ${offReason && OFF[offReason]}${
        lastError !== null && html` Last answer: <span lang="en" dir="ltr">${lastError}</span>`
      }</p>
<div class="row">${button("test", t`Send test`)}${offSince ? button("on", t`Turn on`) : button("off", t`Turn off`)}</div>
<div class="stack"><section aria-labelledby="preview"><h2 id="preview">Preview</h2>
<div class="stack">${previews}</div></section>
<section aria-labelledby="settings"><h2 id="settings">Settings</h2>
${channelForm(res, { kind, action: at, wishes: wishes ?? channel, faults, isNew: false }, deps)}
<details><summary>Delete channel</summary>${button("delete", t`Delete channel`, "danger")}</details></section></div>`,
    });
  }

  router.get(`${PATH}/:id`, async (req, res) => show(res, await channelOf(req)));

  act(`${PATH}/:id`, "channel.change", async (req, res, audited) => {
    const channel = await channelOf(req);
    const form = readChannel(req, channel.kind, false, deps);
    if ("faults" in form) return show(res, channel, form);
    await audited.store.change((tx) => tx.channels.change(channel.id, form.checked));
    seeOther(res, `${PATH}/${channel.id}`, "channel-saved");
  });

  act(`${PATH}/:id/test`, "channel.test", async (req, res, audited) => {
    const channel = await channelOf(req);
    const answer = await testChannel(channel, deps);
    await audited.record({ posted: isPosted(answer) });
    await show(res, channel, { answer });
  });

  for (const verb of ["on", "off"] as const)
    act(`${PATH}/:id/${verb}`, `channel.${verb}`, async (req, res, audited) => {
      const { id } = await channelOf(req);
      await switchChannel(id, verb === "on", audited);
      seeOther(res, `${PATH}/${id}`, `channel-${verb}`);
    });

  act(`${PATH}/:id/delete`, "channel.delete", async (req, res, audited) => {
    const { id } = await channelOf(req);
    await audited.store.change((tx) => tx.channels.remove(id));
    seeOther(res, PATH, "channel-removed");
  });
}

const resultOf = (answer: ChannelAnswer): Html =>
  isPosted(answer)
    ? html`<div class="notice good" role="status">The test is posted.</div>`
    : html`<div class="notice bad" role="alert">The test was not posted: <span lang="en" dir="ltr">${answer.status} ${answer.error}</span></div>`;

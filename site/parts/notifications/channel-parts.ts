import type { Request, Response } from "express";
import type { Deps } from "#actions/context.ts";
import { KINDS } from "#actions/notifications/channel-kinds.ts";
import { type ChannelFaults, type ChannelWishes, checkChannel } from "#actions/notifications/channels.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import {
  CHANNEL_NEWS,
  CHANNEL_NEWS_NAMES,
  type ChannelKind,
  type ChannelNews,
  type NewsChannel,
} from "#domain/notifications/channel.ts";
import { linesOf, type Post } from "#domain/notifications/channel-post.ts";
import { listed, type Text, t } from "#languages/words.ts";
import { choice, field, formList, formSecret, formText, formTo } from "../../kit/form.ts";
import { alternatesOf } from "../../kit/language.ts";

const newsOf = (kind: ChannelKind): ChannelNews[] =>
  CHANNEL_NEWS_NAMES.filter((news) => news !== "reports" || !KINDS[kind].isPublic);

export const newsWords = (gets: readonly ChannelNews[]): Text => listed(gets.map((news) => CHANNEL_NEWS[news].label));

export const readChannel = (req: Request, kind: ChannelKind, isNew: boolean, deps: Pick<Deps, "refusalOf">) => {
  const asked = formList(req, "gets");
  const wishes: ChannelWishes = {
    gets: newsOf(kind).filter((news) => asked.includes(news)),
    language: formText(req, "language"),
    server: formText(req, "server"),
    account: formText(req, "account"),
    secret: formSecret(req, "secret").trim(),
  };
  return { wishes, ...checkChannel(kind, wishes, isNew, deps) };
};

type Form = {
  kind: ChannelKind;
  action: string;
  wishes: Pick<NewsChannel, "gets" | "language" | "server" | "account">;
  faults?: ChannelFaults | undefined;
  isNew: boolean;
};

export function channelForm(res: Response, { kind, action, wishes, faults = {}, isNew }: Form, deps: Deps): Html {
  const { server, account, secret } = KINDS[kind];
  const typed = { autocomplete: "off", maxLength: 2000 };
  return html`${formTo(res, action, "card settings-form")}
${
  server &&
  field({
    ...{ ...typed, name: "server", label: server.label, value: wishes.server ?? "", fault: faults.server },
    ...{ required: !server.otherwise, hint: t`For example ${server.example}` },
  })
}
${
  account &&
  field({
    ...{ ...typed, name: "account", label: account.label, value: wishes.account ?? "", fault: faults.account },
    ...{ required: !account.isOptional, hint: account.hint ?? t`For example ${account.example}` },
  })
}
${field({
  ...{ ...typed, name: "secret", label: secret.label, type: "password", fault: faults.secret },
  ...{ required: isNew, hint: isNew ? secret.hint : t`Leave empty to keep the current one.` },
})}
<fieldset${faults.gets && html` aria-describedby="gets-fault"`}><legend>What it gets</legend>
${newsOf(kind).map((news) => {
  const box = html`<label class="check"><input type="checkbox" name="gets" value="${news}"${
    wishes.gets.includes(news) && html` checked`
  }><span>${CHANNEL_NEWS[news].label}</span></label>`;
  return news === "winners" ? partWith("awards", box) : box;
})}
${faults.gets && html`<p class="fault" id="gets-fault">${faults.gets}</p>`}
</fieldset>
${
  deps.languages.all.length > 1 &&
  choice({
    ...{ name: "language", label: t`Language`, value: wishes.language, none: t`Site default` },
    options: alternatesOf(deps.languages, "/").map(({ tag, name }) => [tag, name] as const),
  })
}
<p class="row"><button>${isNew ? t`Add channel` : t`Save`}</button> <a href="/admin/channels">Cancel</a></p>
</form>`;
}

/** A post with its links, as long as the network allows. */
export function postPreview(kind: ChannelKind, post: Post): Html {
  const { most, length } = KINDS[kind];
  return html`<div class="card">${linesOf(post, most, length).map(
    (line) =>
      html`<p>${line.map(({ text, url, isStrong }) =>
        url ? html`<a href="${href(url)}"><bdi>${text}</bdi></a>` : isStrong ? html`<strong>${text}</strong>` : text,
      )}</p>`,
  )}</div>`;
}

import type { Response } from "express";
import { checkEmail, checkName, NAME_MAX } from "#actions/accounts/new-account.ts";
import {
  CONTACT_MOST_LINKS,
  CONTACT_TEXT_MAX,
  type ContactForm,
  contactStamp,
  isTooFast,
  writeToTeam,
} from "#actions/site/contact.ts";
import { pageTextIn } from "#actions/site/standard-texts.ts";
import { html } from "#core/text/html.ts";
import { lengthOf } from "#domain/text/text.ts";
import { decimal, type Text, t } from "#languages/words.ts";
import { type Faults, field, formFault, formText, formTo, hasFaults, hidden } from "../../kit/form.ts";
import { inOther, languageOf } from "../../kit/language.ts";
import { renderMarkdown } from "../../kit/markdown.ts";
import { addressOf, type Site, sessionOf } from "../../kit/site.ts";

/** A field that people do not see. Programs that fill in every field do. */
const TRAP = "website";

const REFUSALS = {
  "too-often": t`That was your 4th message this hour. Keep a copy and try again in an hour.`,
  "too-many": t`We are receiving a lot of messages right now. Keep a copy and try again in an hour.`,
};
const SENT = t`We received your message and will reply by email.`;

export function contactPages({ deps, sessions, pages, router }: Site): void {
  const { settings } = deps;

  type View = { form: ContactForm; stamp?: string; faults?: Faults; fault?: Text; status?: number };
  async function show(res: Response, { form, stamp, faults = {}, fault, status = 200 }: View): Promise<void> {
    const { markdown, tag } = await pageTextIn(languageOf(res), "contact", deps);
    pages.render(res, {
      status,
      heading: t`Contact`,
      description: t`Contact the team behind ${settings.SITE_NAME}.`,
      kind: "interaction",
      body: html`<div class="post"${inOther(tag, res)}>${renderMarkdown(markdown)}</div>
${formFault(fault)}
${formTo(res, "/contact")}
${hidden("stamp", await contactStamp(deps, stamp))}
<div class="unseen" aria-hidden="true">
<label for="${TRAP}">Leave this empty</label><input id="${TRAP}" name="${TRAP}" tabindex="-1" autocomplete="off"></div>
${field({
  name: "name",
  label: t`Your name`,
  value: form.name,
  fault: faults.name,
  autocomplete: "name",
  required: false,
  maxLength: NAME_MAX,
})}
${field({
  name: "email",
  label: t`Your email`,
  type: "email",
  value: form.email,
  fault: faults.email,
  autocomplete: "email",
  hint: t`Only used to reply to you.`,
})}
${field({
  name: "text",
  label: t`Your message`,
  type: "textarea",
  value: form.text,
  fault: faults.text,
  autocomplete: "off",
  maxLength: CONTACT_TEXT_MAX,
  rows: 8,
})}
<p><button>Send</button></p>
</form>`,
    });
  }

  router.get("/contact", async (req, res) => {
    const { SUPPORT_URL } = settings;
    if (SUPPORT_URL?.startsWith("http")) return res.redirect(302, SUPPORT_URL);
    await sessions.ensure(req, res);
    const account = sessionOf(res)?.account;
    await show(res, { form: { name: account?.name ?? "", email: account?.email ?? "", text: "" } });
  });

  router.post("/contact", async (req, res) => {
    const form = { name: formText(req, "name"), email: formText(req, "email"), text: formText(req, "text") };
    const stamp = formText(req, "stamp");
    const faults = {
      name: checkName(form.name),
      email: checkEmail(form.email),
      text: checkMessage(form.text),
    };
    if (hasFaults(faults)) return show(res, { form, stamp, faults, status: 400 });
    const isTrapped = formText(req, TRAP) !== "";
    if (!isTrapped && (await isTooFast(stamp, deps)))
      return show(res, {
        form,
        stamp,
        fault: t`That was very fast. Check your message and send it again.`,
        status: 400,
      });
    // A program is told the same, so that it learns nothing.
    const result = isTrapped ? "sent" : await writeToTeam(form, addressOf(req), deps);
    if (result !== "sent") return show(res, { form, stamp, fault: REFUSALS[result], status: 429 });
    pages.render(res, {
      title: t`Message sent`,
      kind: "interaction",
      body: html`<h1>Thank you</h1>
<p class="lead">${SENT}</p>
<p><a class="button quiet" href="/">Go to the home page</a></p>`,
    });
  });
}

const checkMessage = (text: string): Text | undefined => {
  if (lengthOf(text) < 10) return t`Write a sentence or two.`;
  if (lengthOf(text) > CONTACT_TEXT_MAX) return t`Use at most ${decimal(CONTACT_TEXT_MAX)} characters.`;
  return (text.match(/https?:\/\//gi) ?? []).length > CONTACT_MOST_LINKS
    ? t`Use at most ${CONTACT_MOST_LINKS} links.`
    : undefined;
};

import type { Response } from "express";
import { decideHeld, type HeldText, heldTexts } from "#actions/moderation/held-texts.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { headingOf, nameOfSubject, subjectNamed } from "#domain/moderation/report.ts";
import {
  HELD_REASONS,
  LISTED_WORD_LENGTH_MAX,
  LISTED_WORDS_MAX,
  NEW_ACCOUNT_DAYS,
  SEEN_DAYS,
  typedWords,
} from "#domain/moderation/spam.ts";
import { lengthOf } from "#domain/text/text.ts";
import { decimal, plural, type Text, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { field, formFault, formText, formTo, hidden } from "../../kit/form.ts";
import { showTime } from "../../kit/show.ts";
import { accountOf, notFound, seeOther } from "../../kit/site.ts";
import { checkStatement, groundFields, groundsOf, statementField } from "../../parts/moderation/decision-parts.ts";

const PATH = "/admin/held";

/** Texts that a rule held back. Each is published or refused by a person, with a reason. */
export function heldTextPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  async function show(res: Response, fault?: Text): Promise<void> {
    const all = await heldTexts(store);
    pages.render(res, {
      status: fault ? 400 : 200,
      heading: t`Held for review`,
      width: "reading",
      body: html`${formFault(fault)}
${
  all.length === 0
    ? html`<p class="empty">Nothing is held for review.</p>`
    : html`<p class="lead">${plural(
        all.length,
        "text is",
        "texts are",
      )} held by a rule and hidden until you decide. <a href="/admin/words">See the rules</a></p>`
}
${all.map((one) => card(res, one))}`,
    });
  }

  router.get(PATH, (_req, res) => show(res));

  act("/admin/held", "text.decide", async (req, res, audited) => {
    const name = formText(req, "subject");
    const subject = subjectNamed(name);
    const seenAt = new Date(formText(req, "seen_at"));
    const decision = formText(req, "decision");
    if (!subject || Number.isNaN(seenAt.getTime()) || !["publish", "refuse"].includes(decision)) notFound();
    audited.on(name);
    const statement = formText(req, "statement");
    const { ground, rule } = groundsOf(req);
    const fault = decision === "refuse" ? checkStatement(statement) : undefined;
    if (fault) return show(res, fault);
    const refused = decision === "refuse" ? { ground: ground ?? "terms", rule, statement } : undefined;
    const ruling = { by: accountOf(res).id, seenAt, refused };
    const isDone = await audited.store.change((tx) => decideHeld(tx, subject, ruling, audited));
    audited.wakeJobs();
    seeOther(res, PATH, isDone ? (refused ? "text-refused" : "text-passed") : "gone");
  });
}

function card(res: Response, { text, found }: HeldText): Html {
  const [author] = found.authors;
  const id = String(text.id);
  return html`<article class="card"><h2><a href="${href(found.path)}">${headingOf(found.subject.type, found.title)}</a></h2>
<p>${text.held.map((reason) => html`<span class="tag warm">${HELD_REASONS[reason]}</span> `)}</p>
<p class="prose">${found.said}</p>
<p class="small muted">${author && html`<a href="/admin/users/${author.id}">${author.name ?? author.email}</a>, `}${showTime(text.at)}</p>
${formTo(res, PATH)}
${hidden("subject", nameOfSubject(found.subject))}${hidden("seen_at", text.at.toISOString())}
<p><button name="decision" value="publish" formnovalidate>Publish</button></p>
<details><summary>Reject</summary>${groundFields(id)}${statementField(id, t`The author reads this and can appeal.`)}
<p><button name="decision" value="refuse" class="danger">Reject</button></p></details></form></article>`;
}

const WORDS_PATH = "/admin/words";
const TEXT_MAX = LISTED_WORDS_MAX * LISTED_WORD_LENGTH_MAX;

export function wordAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  const show = (res: Response, typed: string, fault?: Text): void =>
    pages.render(res, {
      status: fault ? 400 : 200,
      heading: t`Watched words`,
      width: "reading",
      body: html`<p class="lead">Comments, reviews and profiles with these words are held for review.</p>
${formTo(res, WORDS_PATH)}
${field({
  name: "words",
  label: t`Words`,
  type: "textarea",
  rows: 14,
  value: typed,
  fault,
  required: false,
  autocomplete: "off",
  maxLength: TEXT_MAX,
  hint: html`One word or phrase per line. <code>casino*</code> also matches words that start with it.
Case, accents, digits for letters and spaces between letters are ignored.`,
})}
<p><button>Save</button></p></form>
<h2>Other rules</h2>
<p>These always apply, except to admins:</p>
<ul><li>Links from new accounts, for ${NEW_ACCOUNT_DAYS} days or until you publish one of their texts.</li>
<li>Repeated texts: anyone sent the same text or long sentence in the last ${SEEN_DAYS} days.</li>
<li>Floods: more than a few texts a minute or a few dozen a day, fewer from new accounts.</li></ul>
<p><a href="/admin/held">Texts held for review</a></p>`,
    });

  router.get(WORDS_PATH, async (_req, res) => show(res, (await store.writtenTexts.listedWords()).join("\n")));

  act("/admin/words", "words.save", async (req, res, audited) => {
    audited.on("listed");
    const typed = formText(req, "words");
    const words = typedWords(typed);
    const fault =
      words.length > LISTED_WORDS_MAX
        ? t`Enter at most ${decimal(LISTED_WORDS_MAX)} words.`
        : words.some((word) => lengthOf(word) > LISTED_WORD_LENGTH_MAX)
          ? t`Use at most ${LISTED_WORD_LENGTH_MAX} characters per line.`
          : undefined;
    if (fault) return show(res, typed, fault);
    await audited.store.change((tx) => tx.writtenTexts.listWords(words));
    seeOther(res, WORDS_PATH, "words-saved");
  });
}

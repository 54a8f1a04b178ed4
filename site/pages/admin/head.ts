import type { Request, Response } from "express";
import { saveCss, saveHead } from "#actions/site/save-head.ts";
import { type Html, html } from "#core/text/html.ts";
import { HEAD_LIMITS, readHosts, type SiteHead } from "#domain/site/head.ts";
import { OWN_CSS } from "#domain/site/own-files.ts";
import { lengthOf } from "#domain/text/text.ts";
import { type Text, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { type Faults, field, formFault, formSecret, formText, formTo, hasFaults } from "../../kit/form.ts";
import { policyWith, tagOf } from "../../kit/own-head.ts";
import { seeOther } from "../../kit/site.ts";
import { cssFault } from "../../parts/site/read-css.ts";
import { type HeadIssue, readHead } from "../../parts/site/read-head.ts";

const HEAD = "/admin/settings/head";
const CSS = "/admin/settings/css";

/** Code as it was typed: it is checked, and never cleaned. */
export const formCode = (req: Request, name: string): string =>
  formSecret(req, name).toWellFormed().replace(/\r\n?/g, "\n").trim();

export const tooLong = (text: string, most: number): Text | undefined =>
  lengthOf(text) > most ? t`Use at most ${most} characters.` : undefined;

type Typed = { code: string; hosts: string; isTried: boolean };

/** Tags and scripts of vendors, for the pages that everyone may read. */
export function headAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  function read({ code, hosts: typed }: Typed) {
    const { tags, issues } = readHead(code);
    const hosts = readHosts(typed);
    const faults: Faults = {
      head:
        tooLong(code, HEAD_LIMITS.html) ??
        (issues.some(({ isFault }) => isFault) ? t`Remove what is not allowed.` : undefined),
      hosts:
        "fault" in hosts
          ? t`${hosts.fault} is not a host, like cdn.example.com.`
          : hosts.length > HEAD_LIMITS.hosts
            ? t`Use at most ${HEAD_LIMITS.hosts} hosts.`
            : undefined,
    };
    return { head: { html: code, tags, hosts: "fault" in hosts ? [] : hosts }, issues, faults };
  }

  function show(res: Response, form?: Typed): void {
    const saved = store.siteLook().head;
    const typed = form ?? { code: saved.html, hosts: saved.hosts.join("\n"), isTried: false };
    const { head, issues, faults } = read(typed);
    const isRefused = hasFaults(faults);
    pages.render(res, {
      status: isRefused ? 400 : 200,
      heading: t`Head tags`,
      above: ["/admin/settings", t`Settings`],
      body: html`<p class="lead">Analytics, verification and links for the head of every public page. Pages of accounts, sign-in, checkout and admins never have them.</p>
${formFault(isRefused ? t`Nothing was saved.` : undefined)}
${issues.length > 0 && issueList(issues)}
${formTo(res, HEAD, "card settings-form code")}
${field({
  ...{ name: "head", label: t`Head tags`, type: "textarea", rows: 10, value: typed.code, fault: faults.head },
  hint: t`Paste what the vendor gives you: meta, link and script tags.`,
  ...{ autocomplete: "off", required: false, maxLength: HEAD_LIMITS.html },
})}
${field({
  ...{ name: "hosts", label: t`More hosts`, type: "textarea", rows: 2, value: typed.hosts, fault: faults.hosts },
  hint: t`One per line, like cdn.example.com: where scripts load from or send to, if their tags do not name it.`,
  ...{ autocomplete: "off", required: false, maxLength: 2000 },
})}
<div class="row"><button class="sun" name="do" value="save">Save</button><button class="quiet" name="do" value="try">Preview</button></div>
</form>
${(typed.isTried || saved.tags.length + saved.hosts.length > 0) && preview(head)}
<p class="muted">Third-party scripts never load for signed-in admins. To see them work, open your site in a private window.</p>`,
    });
  }

  router.get(HEAD, (_req, res) => show(res));

  act(HEAD, "site.save", async (req, res, audited) => {
    const typed = { code: formCode(req, "head"), hosts: formText(req, "hosts"), isTried: true };
    const { head, faults } = read(typed);
    if (formText(req, "do") === "try" || hasFaults(faults)) return show(res, typed);
    audited.on("site");
    await audited.store.change((tx) => saveHead(tx, head));
    seeOther(res, HEAD, "site-saved");
  });
}

const issueList = (issues: readonly HeadIssue[]): Html =>
  html`<ul class="plain">${issues.map(
    ({ line, words, isFault }) =>
      html`<li><span class="tag ${isFault ? "bad" : "warm"}">Line ${line}</span> ${words}</li>`,
  )}</ul>`;

const preview = (head: Pick<SiteHead, "tags" | "hosts">): Html => html`<h2>On public pages</h2>
${head.tags.length > 0 ? html`<pre tabindex="0">${head.tags.map(tagOf)}</pre>` : html`<p class="empty">No tags.</p>`}
<h2>Added to the content security policy</h2>
<pre tabindex="0">${Object.entries(policyWith(head)).map(([name, sources]) => `${[name, "'self'", ...sources].join(" ")}\n`)}</pre>`;

/** A style sheet after that of the theme. */
export function cssAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  async function show(res: Response, form?: { css: string; fault: Text }): Promise<void> {
    const css = form?.css ?? (await store.siteFiles.find(OWN_CSS));
    pages.render(res, {
      status: form ? 400 : 200,
      heading: t`Your CSS`,
      above: ["/admin/settings", t`Settings`],
      body: html`<p class="lead">A style sheet of your own, loaded after the theme on every page outside of the admin.</p>
${formTo(res, CSS, "card settings-form code")}
${field({
  ...{ name: "css", label: t`CSS`, type: "textarea", rows: 16, value: css, fault: form?.fault },
  hint: t`Start from the variables of the theme, like --accent. Pictures can be on this site or data: URLs.`,
  ...{ autocomplete: "off", required: false, count: HEAD_LIMITS.css },
})}
<p><button class="sun">Save</button></p>
</form>`,
    });
  }

  router.get(CSS, (_req, res) => show(res));

  act(CSS, "site.save", async (req, res, audited) => {
    const css = formCode(req, "css");
    const broken = cssFault(css);
    const fault =
      tooLong(css, HEAD_LIMITS.css) ?? (broken && t`Line ${broken.line}, column ${broken.column}: ${broken.words}`);
    if (fault) return show(res, { css, fault });
    audited.on("site");
    await audited.store.change((tx) => saveCss(tx, css));
    seeOther(res, CSS, "site-saved");
  });
}

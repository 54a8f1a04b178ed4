import type { Request, Response } from "express";
import { resetLook, saveLook } from "#actions/site/save-look.ts";
import { type Html, html } from "#core/text/html.ts";
import { LOOK_LIMITS, readFooterLinks, type SiteLook, typedFooterLinks } from "#domain/site/site-look.ts";
import { lengthOf } from "#domain/text/text.ts";
import { type Text, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { type Faults, field, formText, formTo, hasFaults } from "../../kit/form.ts";
import { FOOTER_TEXT } from "../../kit/page.ts";
import { seeOther } from "../../kit/site.ts";
import { settingsIndex } from "../../parts/site/settings-index.ts";

export function settingAdminPages(site: AdminSite): void {
  lookAdminForm(site, () => settingsIndex(site.deps));
}

type Typed = Record<"name" | "footer_text" | "footer_links", string>;
type Form = { words: Typed; faults: Faults };

const wordsOf = (look: SiteLook): Typed => ({
  name: look.name ?? "",
  footer_text: look.footerText ?? "",
  footer_links: typedFooterLinks(look.footerLinks),
});

const readForm = (req: Request): Typed => ({
  name: formText(req, "name"),
  footer_text: formText(req, "footer_text"),
  footer_links: formText(req, "footer_links"),
});

function faultsOf({ name, footer_text, footer_links }: Typed): Faults {
  const tooLong = (text: string, most: number) =>
    lengthOf(text) > most ? t`Use at most ${most} characters.` : undefined;
  const links = readFooterLinks(footer_links);
  return {
    name: tooLong(name, LOOK_LIMITS.name),
    footer_text: tooLong(footer_text, LOOK_LIMITS.footerText),
    footer_links:
      "fault" in links
        ? t`“${links.fault}” is not a link. Enter text, a space and a URL, like Imprint https://example.com/imprint.`
        : links.length > LOOK_LIMITS.links
          ? t`Use at most ${LOOK_LIMITS.links} links.`
          : undefined,
  };
}

const orDefault = (text: string): string | null => text || null;

/** The name and texts of the whole site. They apply at once, in every process. */
function lookAdminForm({ deps, pages, router, act }: AdminSite, environment: () => Html) {
  const { store } = deps;

  function show(res: Response, form?: Form): void {
    const look = store.siteLook();
    const { words, faults } = form ?? { words: wordsOf(look), faults: {} };
    const line = (name: keyof Typed, label: Text, most: number, more: Partial<Parameters<typeof field>[0]>) =>
      field({
        ...{ name, label, value: words[name], fault: faults[name] },
        ...{ maxLength: most, required: false, autocomplete: "off" },
        ...more,
      });
    pages.render(res, {
      status: form ? 400 : 200,
      heading: t`Settings`,
      body: html`<p class="lead">Changes apply immediately. Leave a field empty to use its default.</p>
${formTo(res, "/admin/settings", "card settings-form")}
<h2>Your site</h2>
${line("name", t`Name`, LOOK_LIMITS.name, { hint: t`Default: SITE_NAME.` })}
<h2>Footer</h2>
${line("footer_text", t`Text`, LOOK_LIMITS.footerText, { type: "textarea", rows: 2, hint: t`Default: ${FOOTER_TEXT}` })}
${line("footer_links", t`Links`, 2000, { type: "textarea", rows: 3, hint: t`One per line: text, a space and a URL.` })}
<div class="row between"><button class="sun" name="do" value="save">Save</button><button class="bare" name="do"
value="reset" formnovalidate>Reset to default</button></div>
</form>
${environment()}`,
    });
  }

  router.get("/admin/settings", (_req, res) => show(res));

  act("/admin/settings", "site.save", async (req, res, audited) => {
    audited.on("site");
    if (formText(req, "do") === "reset") {
      await audited.store.change((tx) => resetLook(tx));
      return seeOther(res, "/admin/settings", "site-reset");
    }
    const words = readForm(req);
    const faults = faultsOf(words);
    const links = readFooterLinks(words.footer_links);
    if (hasFaults(faults) || "fault" in links) return show(res, { words, faults });
    const look = {
      name: orDefault(words.name),
      footerText: orDefault(words.footer_text),
      footerLinks: links,
    };
    await audited.store.change((tx) => saveLook(tx, look));
    seeOther(res, "/admin/settings", "site-saved");
  });
}

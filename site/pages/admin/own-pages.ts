import type { Request, Response } from "express";
import { removeOwnPage, saveOwnPage } from "#actions/site/own-pages.ts";
import { href, html } from "#core/text/html.ts";
import { OWN_PAGE_LIMITS, type OwnPageSlug } from "#domain/site/site-pages.ts";
import { SLUG, slugify } from "#domain/text/slug.ts";
import { lengthOf } from "#domain/text/text.ts";
import { t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { type Faults, field, formText, formTo, hasFaults } from "../../kit/form.ts";
import { orNotFound, seeOther } from "../../kit/site.ts";
import { textEditor, textFault } from "./site-pages.ts";

const NEW = "/admin/pages/new";

type Typed = { title: string; name: string; markdown: string; isHidden: boolean };

/** Without an address, the page has that of its title. */
function readForm(req: Request): Typed {
  const [title, name] = [formText(req, "title"), formText(req, "name").replace(/^\/?(?:p\/)?/, "")];
  const [isHidden, markdown] = [formText(req, "hidden") === "yes", formText(req, "markdown")];
  return { title, name: name || slugify(title, "page"), markdown, isHidden };
}

const faultsOf = ({ title, name, markdown }: Typed): Faults => ({
  title:
    title === ""
      ? t`Enter a title.`
      : lengthOf(title) > OWN_PAGE_LIMITS.title
        ? t`Use at most ${OWN_PAGE_LIMITS.title} characters.`
        : undefined,
  name:
    SLUG.test(name) && name.length <= OWN_PAGE_LIMITS.name ? undefined : t`Use lowercase letters, digits and hyphens.`,
  markdown: textFault(markdown),
});

/** Pages that the team adds. Each is live in every process at once. */
export function ownPageAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, now } = deps;

  function show(res: Response, { title, name, markdown, isHidden }: Typed, of?: string, faults: Faults = {}): void {
    const path = of === undefined ? NEW : `/admin/pages/${of}`;
    pages.render(res, {
      status: hasFaults(faults) ? 400 : 200,
      heading: of === undefined ? t`New page` : title,
      above: ["/admin/pages", t`Pages`],
      body: html`${of !== undefined && html`<p><a href="${href(`/${of}`)}">View page</a></p>`}
${textEditor(res, {
  path,
  markdown,
  fault: faults.markdown,
  above: html`${field({ name: "title", label: t`Title`, value: title, fault: faults.title, autocomplete: "off", maxLength: OWN_PAGE_LIMITS.title })}
${field({
  name: "name",
  label: t`Address`,
  value: name,
  fault: faults.name,
  hint:
    of === undefined
      ? t`Begins with /p/. Default: from the title.`
      : t`Begins with /p/. After a change, old links to the page no longer work.`,
  ...{ autocomplete: "off", required: false, maxLength: OWN_PAGE_LIMITS.name },
})}
<label class="check"><input type="checkbox" name="hidden" value="yes"${isHidden && html` checked`}><span>Hide from visitors</span></label>`,
  more: of !== undefined && html`<a class="button danger" href="${href(`${path}/delete`)}">Delete</a>`,
})}`,
    });
  }

  const find = async (name = "") => {
    const { slug, title, markdown, isHidden } = orNotFound(await store.sitePages.find(`p/${name}`));
    return { slug, name, title: title ?? "", markdown, isHidden };
  };

  router.get(NEW, (_req, res) => show(res, { title: "", name: "", markdown: "", isHidden: false }));
  router.get("/admin/pages/p/:name", async (req, res) => {
    const { slug, ...page } = await find(req.params.name);
    show(res, page, slug);
  });

  for (const path of [NEW, "/admin/pages/p/:name"])
    act(path, "page.save", async (req, res, audited) => {
      // What was deleted in the meantime is there again once it is saved.
      const before = path === NEW ? undefined : `p/${req.params.name}`;
      const typed = readForm(req);
      if (formText(req, "do") === "preview") return show(res, typed, before);
      const faults = faultsOf(typed);
      if (hasFaults(faults)) return show(res, typed, before, faults);
      const { title, name, markdown, isHidden } = typed;
      const slug: OwnPageSlug = `p/${name}`;
      audited.on(before ?? slug);
      const row = { slug, title, markdown, isHidden, updatedAt: now() };
      const saved = await audited.store.change((tx) => saveOwnPage(tx, row, { before, moved: audited.on }));
      if (saved === "taken") return show(res, typed, before, { name: t`Another page has this address.` });
      seeOther(res, `/admin/pages/${slug}`, isHidden ? "page-kept" : "page-saved");
    });

  router.get("/admin/pages/p/:name/delete", async (req, res) => {
    const { slug, title } = await find(req.params.name);
    pages.render(res, {
      heading: t`Delete ${title}?`,
      above: [`/admin/pages/${slug}`, title],
      body: html`${formTo(res, `/admin/pages/${slug}/delete`)}<p>The page, its translations and its menu entry are deleted.</p>
<button class="danger">Delete page</button></form>`,
    });
  });

  act("/admin/pages/p/:name/delete", "page.delete", async (req, res, audited) => {
    const { slug } = await find(req.params.name);
    audited.on(slug);
    await audited.store.change((tx) => removeOwnPage(tx, slug));
    seeOther(res, "/admin/pages", "page-deleted");
  });
}

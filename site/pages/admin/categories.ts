import type { Request, Response } from "express";
import { moveCategory, startRemoval } from "#actions/listings/arrange-categories.ts";
import { href, html } from "#core/text/html.ts";
import { categoryTree, flattenCategories } from "#domain/listings/category.ts";
import { CATEGORY_LIMITS } from "#domain/listings/category-table.ts";
import { SLUG } from "#domain/text/slug.ts";
import { beginningOf, lengthOf } from "#domain/text/text.ts";
import { joined, plural, type Text, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { choice, entriesOf, type Faults, field, formText, formTo, hasFaults } from "../../kit/form.ts";

import { categoryWords } from "../../kit/show.ts";
import { notFound, orNotFound, seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";

type Typed = {
  slug: string;
  name: string;
  description: string;
  parent: string;
  keywords: string;
  phrases: string;
  compare: string;
  position: string;
};

const EMPTY: Typed = {
  slug: "",
  name: "",
  description: "",
  parent: "",
  keywords: "",
  phrases: "",
  compare: "",
  position: "",
};
const MOST_ATTRIBUTES = 12;

const linesOf = (text: string): string[] => [...new Set(entriesOf(text, /[\n,]/).map((line) => beginningOf(line, 80)))];

export function categoryAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  router.get("/admin/categories", async (_req, res) => {
    const tree = categoryTree(await store.reference.categories());
    const rows = flattenCategories(tree);
    const siblings = new Map(rows.flatMap(({ children }) => children.map((one) => [one.slug, children] as const)));
    pages.render(res, {
      heading: t`Categories`,
      body: html`<p class="row between"><span class="muted">${plural(rows.length, "category", "categories")}</span>
<span class="row tight"><a class="button slim quiet" href="/admin/categories/new/preset">Presets</a>
<a class="button slim quiet" href="/admin/categories/new/import">Import</a>
<a class="button slim" href="/admin/categories/new">New category</a></span></p>
${formTo(res, "/admin/categories/new/order")}
${table(
  [t`Name`, t`Slug`, { label: t`Listings`, end: true }, { label: t`Order`, unseen: true }],
  rows.map(({ slug, name, path, totalCount }) => {
    const among = siblings.get(slug) ?? tree;
    const move = (way: "up" | "down", said: Text, isOff: boolean) =>
      html`<button class="quiet slim" name="${way}" value="${slug}" aria-label="${said}"${isOff && html` disabled`}>${
        way === "up" ? "↑" : "↓"
      }</button>`;
    return [
      html`<span class="indent${path.length}" id="category-${slug}"><a href="${href(`/admin/categories/${slug}`)}"><bdi>${categoryWords({ slug, name })}</bdi></a></span>`,
      html`<span class="mono small">${slug}</span>`,
      totalCount,
      html`<span class="row tight">${move("up", t`Move ${categoryWords({ slug, name })} up`, among[0]?.slug === slug)}${move(
        "down",
        t`Move ${categoryWords({ slug, name })} down`,
        among.at(-1)?.slug === slug,
      )}</span>`,
    ];
  }),
)}</form>
${formTo(res, "/admin/categories/new/empty", "row")}
<label class="check"><input type="checkbox" name="hide" value="yes"${
        store.siteLook().hidesEmptyCategories && html` checked`
      }><span>Hide categories without listings from visitors</span></label><button class="quiet slim">Save</button></form>`,
    });
  });

  async function show(res: Response, words: Typed, isNew: boolean, faults: Faults = {}): Promise<void> {
    const { slug, name } = words;
    const parents = flattenCategories(categoryTree(await store.reference.categories()));
    const others = parents
      .filter((row) => row.slug !== slug)
      .map((row) => [row.slug, joined(["· ".repeat(row.path.length - 1), categoryWords(row)], "")] as const);
    pages.render(res, {
      status: hasFaults(faults) ? 400 : 200,
      heading: isNew ? t`New category` : categoryWords({ slug, name }),
      above: ["/admin/categories", t`Categories`],
      width: "reading",
      body: html`${!isNew && html`<p><a href="/categories/${slug}">View category</a></p>`}
${formTo(res, `/admin/categories/${isNew ? "new" : slug}`)}
${
  isNew &&
  field({
    name: "slug",
    label: t`Slug`,
    value: slug,
    hint: t`Part of the URL, like time-tracking. Cannot be changed later.`,
    fault: faults.slug,
    autocomplete: "off",
    maxLength: 100,
  })
}
${field({
  name: "name",
  label: t`Name`,
  value: name,
  hint: !isNew && t`Also updates its listings.`,
  fault: faults.name,
  autocomplete: "off",
  maxLength: 80,
})}
${choice({
  name: "parent",
  label: t`Parent category`,
  value: words.parent,
  fault: faults.parent,
  options: others,
})}
${field({
  name: "description",
  label: t`Description`,
  type: "textarea",
  value: words.description,
  hint: t`Markdown works here.`,
  fault: faults.description,
  autocomplete: "off",
  required: false,
  maxLength: 2000,
})}
${field({
  name: "compare",
  label: t`Comparison attributes`,
  type: "textarea",
  value: words.compare,
  hint: t`One per line, in buyers’ words, like Free plan or Data location.`,
  fault: faults.compare,
  autocomplete: "off",
  required: false,
  maxLength: 1200,
  rows: 6,
})}
${field({
  name: "keywords",
  label: t`Keywords`,
  value: words.keywords,
  hint: t`Separated by commas. Used to categorize new listings.`,
  autocomplete: "off",
  required: false,
  maxLength: 1000,
})}
${field({
  name: "phrases",
  label: t`Search phrases`,
  type: "textarea",
  value: words.phrases,
  hint: t`One per line, like “Tell me when my site is down”. Used in searches, never shown.`,
  autocomplete: "off",
  required: false,
  maxLength: 4000,
  rows: 6,
})}
${field({
  name: "position",
  label: t`Position`,
  value: words.position,
  hint: t`Lower numbers come first.`,
  fault: faults.position,
  autocomplete: "off",
  required: false,
  maxLength: 6,
})}
<p><button>Save category</button></p>
</form>
${
  !isNew &&
  html`<details class="qa"${faults.into && html` open`}><summary>Delete category</summary>
${formTo(res, `/admin/categories/${slug}/delete`)}
${choice({
  name: "into",
  label: t`Move its listings to`,
  hint: t`Followers and subcategories move too, and its page redirects there.`,
  fault: faults.into,
  options: others,
})}
<p><button class="danger">Delete category</button></p></form></details>`
}`,
    });
  }

  async function wordsOf(slug: string): Promise<Typed | undefined> {
    const row = await store.reference.findCategory(slug);
    return (
      row && {
        slug,
        name: row.name,
        description: row.description,
        parent: row.parentSlug ?? "",
        keywords: row.keywords.join(", "),
        phrases: (row.phrases ?? []).join("\n"),
        compare: row.compare.join("\n"),
        position: String(row.position),
      }
    );
  }

  router.get("/admin/categories/new", (_req, res) => show(res, EMPTY, true));
  router.get("/admin/categories/:slug", async (req, res) => {
    const words = orNotFound(await wordsOf(req.params.slug));
    await show(res, words, false);
  });

  const readForm = (req: Request, slug: string): Typed => ({
    slug,
    name: formText(req, "name"),
    description: formText(req, "description"),
    parent: formText(req, "parent"),
    keywords: formText(req, "keywords"),
    phrases: formText(req, "phrases"),
    compare: formText(req, "compare"),
    position: formText(req, "position"),
  });

  async function faultsOf(words: Typed, isNew: boolean): Promise<Faults> {
    const { slug, name, description, parent, compare, position } = words;
    const isBelow = !isNew && parent !== "" && (await store.reference.categoryAndBelow(slug)).includes(parent);
    const isTaken = isNew && (slug === "new" || (await store.reference.findCategory(slug)) !== undefined);
    const named = (await store.reference.categoryNames()).find((row) => row.name.toLowerCase() === name.toLowerCase());
    const isKnown = parent === "" || (await store.reference.findCategory(parent)) !== undefined;
    return {
      slug: !SLUG.test(slug)
        ? t`Use lower-case letters, digits and hyphens.`
        : isTaken
          ? t`This slug is already taken.`
          : undefined,
      name:
        name === "" || lengthOf(name) > CATEGORY_LIMITS.name
          ? t`Enter a name of at most ${CATEGORY_LIMITS.name} characters.`
          : named && named.slug !== slug
            ? t`The category “${named.slug}” already has this name.`
            : undefined,
      description:
        lengthOf(description) > CATEGORY_LIMITS.description
          ? t`Use at most ${CATEGORY_LIMITS.description} characters.`
          : undefined,
      parent: !isKnown
        ? t`This category does not exist.`
        : isBelow
          ? t`A category cannot be its own parent.`
          : undefined,
      compare: linesOf(compare).length > MOST_ATTRIBUTES ? t`Enter at most ${MOST_ATTRIBUTES}.` : undefined,
      position: /^\d{0,6}$/.test(position) ? undefined : t`Enter a whole number.`,
    };
  }

  act("/admin/categories/:slug", "category.save", async (req, res, audited) => {
    const isNew = req.params.slug === "new";
    const words = readForm(req, isNew ? formText(req, "slug") : (req.params.slug ?? ""));
    const known = isNew ? undefined : await store.reference.findCategory(words.slug);
    if (!isNew && !known) notFound();
    const faults = await faultsOf(words, isNew);
    if (hasFaults(faults)) return show(res, words, isNew, faults);
    audited.on(words.slug);
    await audited.store.change((tx) =>
      tx.categories.save({
        slug: words.slug,
        name: words.name,
        description: words.description,
        parentSlug: words.parent || null,
        keywords: linesOf(words.keywords),
        phrases: linesOf(words.phrases),
        faqs: known?.faqs ?? [],
        compare: linesOf(words.compare),
        position: Number(words.position),
      }),
    );
    seeOther(res, `/admin/categories/${words.slug}`, "category-saved");
  });

  act("/admin/categories/new/order", "category.arrange", async (req, res, audited) => {
    const [up, down] = [formText(req, "up"), formText(req, "down")];
    const slug = up || down;
    audited.on(slug);
    await audited.store.change((tx) => moveCategory(tx, slug, up ? "up" : "down"));
    seeOther(res, `/admin/categories#category-${slug}`);
  });

  act("/admin/categories/new/empty", "site.save", async (req, res, audited) => {
    audited.on("site");
    const hidesEmptyCategories = formText(req, "hide") === "yes";
    await audited.store.change((tx) => tx.site.save({ hidesEmptyCategories }));
    seeOther(res, "/admin/categories", "categories-saved");
  });

  act("/admin/categories/:slug/delete", "category.remove", async (req, res, audited) => {
    const { slug = "" } = req.params;
    const words = orNotFound(await wordsOf(slug));
    const into = formText(req, "into") || null;
    const isKnown = into === null || (into !== slug && (await store.reference.findCategory(into)) !== undefined);
    if (!isKnown) return show(res, words, false, { into: t`This category does not exist.` });
    if (into === null && (await store.categories.listingsIn(slug, 1)).length > 0)
      return show(res, words, false, { into: t`It has listings. Choose where they go.` });
    const goesOn = await audited.store.change((tx) => startRemoval(tx, { slug, into, by: audited.by }, deps.now()));
    if (goesOn) deps.wakeJobs();
    seeOther(res, "/admin/categories", goesOn ? "category-moving" : "category-removed");
  });
}

import type { Request, Response } from "express";
import { saveFront } from "#actions/site/save-look.ts";
import { type Html, html } from "#core/text/html.ts";
import { isMenuAddress, MENU_LIMITS, type MenuEntry, moved, STANDING } from "#domain/site/menu.ts";
import { lengthOf } from "#domain/text/text.ts";
import { type Text, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { choice, type Faults, field, formList, formText, formTo, hasFaults } from "../../kit/form.ts";
import { menuOf, menuPages } from "../../kit/menu.ts";
import { seeOther } from "../../kit/site.ts";

const PATH = "/admin/settings/menu";

/** The links as typed, with the page or link that was added. */
function readForm(req: Request): MenuEntry[] {
  const labels = formList(req, "label");
  const typed = formList(req, "to").map((to, at) => ({ to, label: labels[at] || null }));
  const page = formText(req, "page");
  const added = [
    { to: page, label: null },
    { to: formText(req, "new_to"), label: formText(req, "new_label") || null },
  ];
  return [...typed, ...added].filter(({ to }, at, all) => to !== "" && all.findIndex((one) => one.to === to) === at);
}

const faultOf = ({ to, label }: MenuEntry, known: Readonly<Record<string, Text>>): Text | undefined =>
  !isMenuAddress(to)
    ? t`“${to}” is not a link. Enter a path like /blog, or a URL.`
    : lengthOf(label ?? "") > MENU_LIMITS.label
      ? t`Use at most ${MENU_LIMITS.label} characters.`
      : label === null && !(to in known)
        ? t`Enter a name.`
        : undefined;

/** The links in the header. They apply at once, in every process. */
export function menuAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  function show(res: Response, entries: readonly MenuEntry[], faults: Faults = {}): void {
    const known = menuPages(store.siteLook());
    const row = ({ to, label }: MenuEntry, at: number): Html => {
      const name = label ?? known[to] ?? to;
      const button = (verb: string, words: Text, shown: Text, isEnd = false) =>
        html`<button class="bare" name="do" value="${verb}:${at}" aria-label="${words}"${isEnd && html` disabled`}>${shown}</button>`;
      const input = (of: "label" | "to", text: Text, value: string, maxLength: number, hint?: Text) =>
        field({
          name: of,
          id: `${of}-${at}`,
          label: text,
          value,
          maxLength,
          hint,
          required: false,
          autocomplete: "off",
          fault: of === "to" ? faults[at] : undefined,
        });
      return html`<li><div class="body">${input("label", t`Name`, label ?? "", MENU_LIMITS.label, known[to] && t`Default: ${known[to]}.`)}
${input("to", t`Link`, to, MENU_LIMITS.url)}</div>
<div class="row">${button("up", t`Move ${name} up`, "↑", at === 0)}${button("down", t`Move ${name} down`, "↓", at === entries.length - 1)}${button("remove", t`Remove ${name}`, t`Remove`)}</div></li>`;
    };
    const others = Object.entries(known).filter(([path]) => !entries.some(({ to }) => to === path));
    pages.render(res, {
      status: hasFaults(faults) ? 400 : 200,
      heading: t`Menu`,
      above: ["/admin/settings", t`Settings`],
      body: html`<p class="lead">The first ${STANDING} links stand in the header, the rest under “More”. Changes apply immediately.</p>
${formTo(res, PATH, "card settings-form")}
<p><button class="sun" name="do" value="save">Save</button></p>
<ol class="rows">${entries.map(row)}</ol>
<h2>Add a link</h2>
${choice({ name: "page", label: t`Page`, options: others })}
${field({ name: "new_label", label: t`Name`, required: false, autocomplete: "off", maxLength: MENU_LIMITS.label })}
${field({ name: "new_to", label: t`Link`, required: false, autocomplete: "off", maxLength: MENU_LIMITS.url })}
<p class="row between"><button class="sun" name="do" value="save">Save</button><button class="bare" name="do" value="reset" formnovalidate>Reset to default</button></p>
</form>`,
    });
  }

  router.get(PATH, (_req, res) => show(res, menuOf(store.siteLook())));

  act(PATH, "site.save", async (req, res, audited) => {
    audited.on("site");
    const [verb, nth] = formText(req, "do").split(":");
    const at = Number(nth);
    const entries = readForm(req);
    const kept = verb === "remove" ? entries.filter((_, index) => index !== at) : entries;
    const faults = Object.fromEntries(kept.map((entry, index) => [index, faultOf(entry, menuPages(store.siteLook()))]));
    if (verb !== "reset" && hasFaults(faults)) return show(res, kept, faults);
    const menu = verb === "up" || verb === "down" ? moved(kept, at, verb === "up" ? -1 : 1) : kept;
    await audited.store.change((tx) =>
      saveFront(tx, { menu: verb === "reset" ? null : menu.slice(0, MENU_LIMITS.entries) }),
    );
    seeOther(res, PATH, "site-saved");
  });
}

import type { Request, Response } from "express";
import { saveFront } from "#actions/site/save-look.ts";
import { type Html, html } from "#core/text/html.ts";
import {
  type Block,
  blockKind,
  blocksOf,
  FRONT_LIMITS,
  isBlock,
  isPreset,
  PRESETS,
  type Preset,
  presetBlocks,
} from "#domain/site/front.ts";
import { moved } from "#domain/site/menu.ts";
import { DEFAULT_LOOK, LOOK_LIMITS, type SiteLook } from "#domain/site/site-look.ts";
import { lackedBy } from "#domain/site/site-shape.ts";
import { keysOf } from "#domain/text/keys.ts";
import { lengthOf } from "#domain/text/text.ts";
import { plural, type Text, t, type Words } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { type Faults, field, formList, formText, formTo, hasFaults, hidden } from "../../kit/form.ts";
import { seeOther } from "../../kit/site.ts";
import { shownBlocks } from "../../parts/site/front.ts";
import { heroOf } from "../../parts/site/front-words.ts";

const PATH = "/admin/settings/front";
const PRESET_NAMES: Record<Preset, Words> = { race: t`Launch race`, catalog: t`Catalog`, both: t`Both` };

type Typed = { blocks: Block[]; heroTitle: string; heroText: string; searchHint: string };

const typedOf = ({ heroTitle, heroText, front, ...look }: SiteLook): Typed => ({
  blocks: [...blocksOf({ ...look, front })],
  heroTitle: heroTitle ?? "",
  heroText: heroText ?? "",
  searchHint: front.searchHint ?? "",
});

/** Without an order, the blocks stay as they are. */
function readForm(req: Request, kept: readonly Block[]): Typed {
  const [on, order] = [formList(req, "on"), formList(req, "order")];
  const blocks = order.flatMap((key): Block[] => {
    const kind = key.replace(/-\d+$/, "");
    if (!isBlock(kind) || (kind === "text") === (key === kind)) return [];
    const [heading, count, markdown] = ["heading", "count", "markdown"].map((name) => formText(req, `${name}-${key}`));
    return [
      {
        ...{ kind, key },
        ...(!on.includes(key) && { isOff: true }),
        ...(heading && { heading }),
        ...(count && Number(count) !== blockKind(kind).count && { count: Number(count) }),
        ...(markdown && { markdown }),
      },
    ];
  });
  return {
    blocks: order.length === 0 ? [...kept] : [...new Map(blocks.map((block) => [block.key, block])).values()],
    heroTitle: formText(req, "hero_title"),
    heroText: formText(req, "hero_text"),
    searchHint: formText(req, "search_hint"),
  };
}

const tooLong = (text: string | undefined, most: number): Text | undefined =>
  lengthOf(text ?? "") > most ? t`Use at most ${most} characters.` : undefined;

function faultsOf({ blocks, heroTitle, heroText, searchHint }: Typed): Faults {
  const isCount = (count = 1) => Number.isInteger(count) && count >= 1 && count <= FRONT_LIMITS.count;
  return {
    hero_title: tooLong(heroTitle, LOOK_LIMITS.heroTitle),
    hero_text: tooLong(heroText, LOOK_LIMITS.heroText),
    search_hint: tooLong(searchHint, FRONT_LIMITS.searchHint),
    ...Object.fromEntries(
      blocks.flatMap(({ key, heading, count, markdown }) => [
        [`heading-${key}`, tooLong(heading, FRONT_LIMITS.heading)],
        [`count-${key}`, isCount(count) ? undefined : t`Enter a number from 1 to ${FRONT_LIMITS.count}.`],
        [`markdown-${key}`, tooLong(markdown, FRONT_LIMITS.markdown)],
      ]),
    ),
  };
}

/** What a button does to the blocks; undefined if it only saves them. */
function changed(blocks: readonly Block[], what: string): Block[] {
  const [verb = "", key = ""] = what.split(":");
  const at = blocks.findIndex((one) => one.key === key);
  const texts = blocks.filter(({ kind }) => kind === "text");
  if (verb === "up" || verb === "down") return moved(blocks, at, verb === "up" ? -1 : 1);
  if (verb === "remove") return blocks.filter((one) => one !== texts.find((text) => text.key === key));
  if (verb === "preset" && isPreset(key)) return presetBlocks(key, texts);
  if (verb !== "add" || texts.length >= FRONT_LIMITS.texts) return [...blocks];
  const number = 1 + Math.max(0, ...texts.map((text) => Number(text.key.split("-")[1])));
  return [{ kind: "text", key: `text-${number}` }, ...blocks];
}

/** The blocks of the front page, in order, and its words. They apply at once, in every process. */
export function frontAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  function show(res: Response, typed: Typed, faults: Faults = {}): void {
    const { blocks } = typed;
    const look = store.siteLook();
    const lacks = lackedBy(look.shape);
    const canShow = (kind: Block["kind"]): boolean => {
      const { needs } = blockKind(kind);
      return needs === undefined || !lacks.includes(needs);
    };
    const defaults = heroOf(shownBlocks(look)[0]?.kind);
    const line = (name: string, label: Text, value: string, maxLength: number, hint?: Text) =>
      field({ ...{ name, label, value, maxLength, hint, fault: faults[name] }, required: false, autocomplete: "off" });

    function row({ kind, key, isOff, heading, count, markdown }: Block, at: number): Html {
      const { name, isUnheaded, count: usual } = blockKind(kind);
      const label = heading ? t`${name}: ${heading}` : name;
      const move = (verb: "up" | "down", words: Text, arrow: string, isEnd: boolean) =>
        html`<button class="bare" name="do" value="${verb}:${key}" aria-label="${words}"${isEnd && html` disabled`}>${arrow}</button>`;
      const isOpen = ["heading", "count", "markdown"].some((field) => faults[`${field}-${key}`]);
      return html`<li>${hidden("order", key)}<div class="body"><label class="check"><input type="checkbox" name="on" value="${key}"${
        !isOff && html` checked`
      }><span>${label}${!canShow(kind) && html` <span class="tag">needs launches</span>`}</span></label>
${
  !(isUnheaded && usual === undefined) &&
  html`<details${(isOpen || (kind === "text" && !markdown)) && html` open`}><summary class="small">Edit<span class="unseen">: ${label}</span></summary>
${!isUnheaded && line(`heading-${key}`, t`Heading`, heading ?? "", FRONT_LIMITS.heading)}
${usual !== undefined && line(`count-${key}`, t`How many`, String(count ?? usual), 3)}
${
  kind === "text" &&
  field({
    name: `markdown-${key}`,
    label: t`Text`,
    type: "textarea",
    rows: 6,
    value: markdown,
    fault: faults[`markdown-${key}`],
    hint: t`Markdown: ## for a heading, **bold**, [a link](https://…), - for a list.`,
    ...{ required: false, autocomplete: "off", maxLength: FRONT_LIMITS.markdown },
  })
}
${kind === "text" && html`<button class="bare" name="do" value="remove:${key}">Remove this text</button>`}</details>`
}</div><div class="row">${move("up", t`Move ${label} up`, "↑", at === 0)}${move("down", t`Move ${label} down`, "↓", at === blocks.length - 1)}</div></li>`;
    }

    const texts = blocks.filter(({ kind }) => kind === "text").length;
    pages.render(res, {
      status: hasFaults(faults) ? 400 : 200,
      heading: t`Front page`,
      above: ["/admin/settings", t`Settings`],
      body: html`<p class="lead">Changes apply immediately. <a href="/">View front page</a></p>
${formTo(res, PATH, "card settings-form")}
<h2>Words</h2>
${line("hero_title", t`Headline`, typed.heroTitle, LOOK_LIMITS.heroTitle, t`Default: ${defaults.title}.`)}
${field({
  name: "hero_text",
  label: t`Subheading`,
  type: "textarea",
  rows: 2,
  value: typed.heroText,
  fault: faults.hero_text,
  hint: t`Default: ${defaults.text}`,
  ...{ required: false, autocomplete: "off", maxLength: LOOK_LIMITS.heroText },
})}
${line("search_hint", t`Example in the search field`, typed.searchHint, FRONT_LIMITS.searchHint)}
<p><button class="sun" name="do" value="save">Save</button></p>
<h2>Blocks</h2>
<p class="row"><span>Start from:</span> ${keysOf(PRESETS).map(
        (preset) =>
          (preset === "catalog" || canShow("race")) &&
          html`<button class="quiet slim" name="do" value="preset:${preset}">${PRESET_NAMES[preset]}</button>`,
      )}</p>
<ol class="rows">${blocks.map(row)}</ol>
<p class="row between"><button class="sun" name="do" value="save">Save</button>${
        texts < FRONT_LIMITS.texts
          ? html`<button class="quiet" name="do" value="add:text">Add a text</button>`
          : html`<span class="muted">${plural(texts, "text")}</span>`
      }<button class="bare" name="do" value="reset" formnovalidate>Reset to default</button></p>
</form>`,
    });
  }

  router.get(PATH, (_req, res) => show(res, typedOf(store.siteLook())));

  act(PATH, "site.save", async (req, res, audited) => {
    audited.on("site");
    const what = formText(req, "do");
    const typed = what === "reset" ? typedOf(DEFAULT_LOOK) : readForm(req, blocksOf(store.siteLook()));
    const faults = faultsOf(typed);
    if (hasFaults(faults)) return show(res, typed, faults);
    const { heroTitle, heroText, searchHint } = typed;
    const blocks = what === "reset" ? null : changed(typed.blocks, what);
    const words = { heroTitle: heroTitle || null, heroText: heroText || null };
    await audited.store.change((tx) => saveFront(tx, { blocks, searchHint: searchHint || null }, words));
    seeOther(res, PATH, "site-saved");
  });
}

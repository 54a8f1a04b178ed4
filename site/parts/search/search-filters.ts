import { type Html, href, html, type Part } from "#core/text/html.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { type Attribute, quoteWords } from "#domain/search/attributes.ts";
import { countOfNoun } from "#domain/site/nouns.ts";
import { type Text, t } from "#languages/words.ts";
import { icons } from "../../kit/icons.ts";
import { theirs } from "../../kit/theirs.ts";
import { type Asked, addressOf } from "./asked.ts";
import { attributeTitle, attributeWords, type Bin, type Facet, type Option, setWords } from "./facets.ts";
import { rangeWords } from "./own-words.ts";

/** Of a long list, so many stand open and so many are offered at all. */
const OPEN = 6;
const MOST = 60;
/** So many filters stand open, besides those that are set. */
const OPEN_FILTERS = 5;

/** The page that shows results, and what it asks. */
export type Place = { path: string; asked: Asked };

/** Folds on small screens, where it opens as a sheet; both without scripts. */
export function filterBox(facets: readonly Facet[], { total, view }: { total: number; view: Asked["view"] }): Html {
  const setCount = facets.filter((facet) => setWords(facet) !== undefined).length;
  return html`<details class="filterbox"><summary class="button quiet slim"><span class="when-shut">${
    setCount > 0 ? t`Filters (${setCount})` : t`Filters`
  }</span><span class="when-open">Close filters</span></summary><div class="filters" id="filters">
${facets.map((facet, at) => group(facet, at < OPEN_FILTERS || setWords(facet) !== undefined))}
${view && html`<input type="hidden" name="view" value="${view}">`}${facets.length > 0 && html`<p class="row"><button class="quiet">${total > 0 ? t`Show ${countOfNoun(total)}` : t`Apply`}</button></p>`}
</div></details>`;
}

/** Tags and the fields of a site are not ours to translate. */
const shown = (words: Text): Part => (typeof words === "string" ? theirs(words) : words);

const group = (facet: Facet, isOpen: boolean): Html =>
  html`<details class="facet" data-of="${facet.name}"${isOpen && html` open`}><summary>${shown(facet.title)}</summary>
<fieldset><legend class="unseen">${shown(facet.title)}</legend>${facet.range ? bounds(facet, facet.range) : boxes(facet)}</fieldset></details>`;

function boxes({ name, title, options }: Facet): Part {
  const one = ({ value, label, count, isSet }: Option): Html => {
    const box = `${name}:${value}`;
    return html`<label><input type="checkbox" id="${encodeURIComponent(box)}" name="${box}"${
      isSet && html` checked`
    }><span>${shown(label)}</span> <span class="n">${count}</span></label>`;
  };
  const rest = options.slice(OPEN, MOST);
  const beyond = options.slice(MOST).filter(({ isSet }) => isSet);
  return [
    [...options.slice(0, OPEN), ...beyond].map(one),
    rest.length > 0 &&
      html`<details data-of="${name}-more"${rest.some(({ isSet }) => isSet) && html` open`}><summary>${rest.length} more<span
class="unseen">: ${title}</span></summary>${rest.map(one)}</details>`,
  ];
}

function bounds({ name, title }: Facet, { field, from, to, bins }: NonNullable<Facet["range"]>): Part {
  const isDate = field.kind === "date";
  const input = (sign: ">=" | "<=", bound: number | undefined, label: Part): Html =>
    html`<label><span class="unseen">${label}</span><input type="${isDate ? "date" : "number"}"${
      !isDate && html` step="any" placeholder="any"`
    } id="${encodeURIComponent(name + sign)}" name="${name}${sign}" value="${
      bound === undefined ? "" : isDate ? new Date(bound * 1000).toISOString().slice(0, 10) : bound
    }"></label>`;
  return html`${bins.filter(({ count }) => count > 0).length > 1 && histogram(bins, { field, from, to })}<div class="bounds">${input(
    ">=",
    from,
    t`${title} from`,
  )}<span aria-hidden="true">–</span>${input("<=", to, t`${title} to`)}</div>`;
}

const BAR = { width: 10, gap: 1, height: 40 };

/** Listings between the steps of a field. Those within the bounds are in the accent. */
function histogram(
  bins: readonly Bin[],
  { field, from, to }: NonNullable<Omit<Facet["range"] & object, "bins">>,
): Html {
  const highest = Math.max(1, ...bins.map(({ count }) => count));
  const isWithin = (bin: Bin): boolean =>
    (to === undefined || bin.from === undefined || bin.from <= to) &&
    (from === undefined || bin.to === undefined || bin.to > from);
  return html`<svg class="histogram" viewBox="0 0 ${bins.length * (BAR.width + BAR.gap) - BAR.gap} ${BAR.height}"
preserveAspectRatio="none">${bins.map((bin, at) => {
    const height = bin.count === 0 ? 0 : Math.max(1, (bin.count / highest) * BAR.height);
    return html`<g><title>${rangeWords(field, bin)}: ${bin.count}</title><rect${isWithin(bin) && html` class="in"`} x="${
      at * (BAR.width + BAR.gap)
    }" y="${(BAR.height - height).toFixed(1)}" width="${BAR.width}" height="${height.toFixed(1)}"/></g>`;
  })}</svg>`;
}

const chip = (address: string, title: Text, words: Text): Html =>
  html`<li><a class="chip" href="${href(address)}" rel="nofollow"><span><span class="unseen">Remove: </span>${shown(title)}:
${words}</span>${icons.close}</a></li>`;

type Set = { facets: readonly Facet[]; wished: readonly Attribute[]; fields: readonly OwnField[] };
/** What is set or was understood, in words. Each can be removed; words that were understood stay as text, in quotes. */
export function setFilters({ facets, wished, fields }: Set, { path, asked }: Place): Part {
  const q = asked.q ?? "";
  const understood = wished.map((one) =>
    chip(
      addressOf(path, { ...asked, q: quoteWords(q, one) }),
      attributeTitle(one, fields),
      attributeWords(one, fields),
    ),
  );
  const set = facets.flatMap((facet) => {
    const words = setWords(facet);
    return words === undefined ? [] : [chip(addressOf(path, facet.without(asked)), facet.title, words)];
  });
  if (set.length + understood.length === 0) return false;
  const all = facets.reduce((left, facet) => facet.without(left), asked);
  return html`<ul class="chips set-filters">${understood}${set}${
    set.length > 1 && html`<li><a href="${href(addressOf(path, all))}" rel="nofollow">Clear all</a></li>`
  }</ul>`;
}

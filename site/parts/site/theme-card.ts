import { type Html, html } from "#core/text/html.ts";
import { DEFAULT_THEME, designOf } from "#domain/site/design.ts";
import { THEMES, type ThemeId } from "#domain/site/themes.ts";

/** A theme in small: its grounds, corners and accent, drawn from its design. */
export function themePicture(id: ThemeId): Html {
  const { palette, corners, companions } = designOf({ accent: null, theme: { ...DEFAULT_THEME, theme: id } });
  const { paper, card, line, ink, muted, accent } = palette.light;
  const [round, pill] = [corners.box / 2.5, Math.min(6, corners.button / 2)];
  const heroOf: Record<ThemeId, Html> = {
    "first-light": html`<rect width="160" height="58" y="14" fill="#ffd3dd"/><circle cx="122" cy="72" r="20" fill="#fff6e6"/>
<path d="M0 64q40-12 80-4t80-4v20H0z" fill="${paper}"/>`,
    broadsheet: html`<path d="M0 14.5h160M0 16.5h160" stroke="${ink}"/>`,
    rack: html`<rect width="160" height="12" y="56" fill="${palette.light.sunk}"/>${[
      6, 22, 38, 54, 70, 86, 102, 118, 134,
    ].map((x) => html`<rect x="${x}" y="59" width="10" height="7" fill="${palette.light.field}"/>`)}`,
    jamboree: html`<rect width="160" height="58" y="14" fill="${accent}"/>${companions.map(
      (color, at) => html`<rect x="${106 + at * 18}" y="${14 + at * 18}" width="18" height="18" fill="${color}"/>`,
    )}`,
    workbench: html`<rect width="160" height="54" y="14" fill="${card}"/><rect width="160" height="3" fill="${accent}"/>`,
  };
  const words = id === "jamboree" ? "#ffffff" : ink;
  const middle = id === "broadsheet";
  return html`<svg viewBox="0 0 160 106" aria-hidden="true"><rect width="160" height="106" fill="${paper}"/>${heroOf[id]}
<rect x="8" y="5" width="26" height="5" rx="1" fill="${ink}"/><rect x="132" y="4" width="20" height="7" rx="${pill}" fill="${accent}"/>
<rect x="${middle ? 45 : 8}" y="24" width="70" height="9" rx="2" fill="${words}"/><rect x="${middle ? 35 : 8}" y="40" width="72" height="10" rx="${pill}"
fill="${card}" stroke="${line}"/><rect x="${middle ? 110 : 84}" y="40" width="16" height="10" rx="${pill}" fill="${id === "jamboree" ? ink : accent}"/>
${[8, 60, 112].map(
  (
    x,
  ) => html`<rect x="${x}" y="78" width="40" height="22" rx="${round}" fill="${card}" stroke="${line}"/><rect x="${x + 5}" y="84" width="20" height="3"
fill="${ink}"/><rect x="${x + 5}" y="90" width="28" height="3" fill="${muted}"/>`,
)}</svg>`;
}

export const themeCard = (id: ThemeId, isChosen: boolean): Html =>
  html`<label class="pick-card"><input type="radio" id="theme-${id}" name="theme" value="${id}"${isChosen && html` checked`}>${themePicture(id)}
<b translate="no">${THEMES[id].name}</b><span class="tiny muted">${THEMES[id].about}</span></label>`;

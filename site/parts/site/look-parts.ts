import { type Html, href, html } from "#core/text/html.ts";
import type { Text } from "#languages/words.ts";
import { uploadPath } from "#pictures/key.ts";

const SWATCHES = ["#0e6a50", "#c8102e", "#1fb6c4", "#e0217f", "#ff7a2f", "#3f51d9", "#7a4b2a"];

/** Colors to choose from. Each leads to the same form with that color. */
export const swatches = (current: string | null, to: (color: string) => string): Html =>
  html`<ul class="swatches" aria-label="Suggested colors">${SWATCHES.map(
    (color) =>
      html`<li><a href="${href(to(color))}" aria-label="${color}"${
        color === current && html` aria-current="true"`
      }><svg viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="15" fill="${color}"/></svg></a></li>`,
  )}</ul>`;

export const LOOK_PREVIEW = "/admin/settings/look/preview";

/** The real front page as a form has it so far. */
export const lookPreview = (query: string): Html =>
  html`<div id="look-preview"><div class="look-frame"><p><span>Preview, not saved</span>
<a href="${href(`${LOOK_PREVIEW}?${query}`)}" target="_blank">Open</a></p>
<iframe src="${href(`${LOOK_PREVIEW}?${query}`)}" title="Preview of the front page" sandbox="allow-same-origin" tabindex="-1"></iframe></div></div>`;

type LogoField = { name: "logo" | "dark_logo"; label: Text; hint: Text; id: string | null; fault?: Text | undefined };

export const logoField = ({ name, label, hint, id, fault }: LogoField): Html =>
  html`<div class="field"><label for="${name}">${label}</label><p class="hint" id="${name}-hint">${hint}</p>
${
  id &&
  html`<p class="row"><img class="logo-now ${name}" src="${href(uploadPath(id, 96))}" alt="Current logo" width="48" height="48"><label
class="check"><input type="checkbox" name="no_${name}" value="yes"><span>Remove</span></label></p>`
}
<input id="${name}" name="${name}" type="file" accept="image/*" aria-describedby="${name}-hint"${
    fault && html` aria-invalid="true"`
  }>${fault && html`<p class="fault">${fault}</p>`}</div>`;

import type { Request } from "express";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { LONGEST_ADDRESS, LONGEST_ALT, type Picture, uploadIdIn } from "#domain/pictures/pictures.ts";
import { t, type Words } from "#languages/words.ts";
import { picturePath } from "#pictures/key.ts";
import type { Pictures } from "#pictures/pictures.ts";
import { type Faults, field, formText } from "../../kit/form.ts";

const MOST_ROWS = 20;

type Row = { picture: Picture; index: number; count: number; isKnown: boolean; faults: Faults };

export const pictureRow = (
  { picture: { url, alt }, index, count, isKnown, faults }: Row,
  copies: Pick<Pictures, "stateOf">,
): Html => {
  const act = (name: string, label: Words, said: Words, look: string, isOf: boolean) =>
    html`<button class="${look} slim" name="do" value="${name}.${index}"
aria-label="${said}"${!isOf && html` hidden`}>${label}</button> `;
  return html`<fieldset class="dashboard-row picture-row"><legend>Picture ${index + 1}</legend>
${(isKnown || uploadIdIn(url) !== undefined) && picturePreview(url, alt, copies)}
${pictureInputs({ url, alt }, index, faults)}
<p class="row">${act(
    "up",
    t`Move up`,
    t`Move up picture ${index + 1}`,
    "quiet",
    index > 0,
  )}${act("down", t`Move down`, t`Move down picture ${index + 1}`, "quiet", index < count - 1)}${act(
    "remove",
    t`Remove`,
    t`Remove picture ${index + 1}`,
    "danger",
    true,
  )}</p></fieldset>`;
};

function picturePreview(url: string, alt: string, copies: Pick<Pictures, "stateOf">): Html {
  const copy = copies.stateOf(url, "wide");
  switch (copy.state) {
    case "kept":
      return html`<img class="picture-preview" src="${href(picturePath(url, 640))}" alt="${alt}">`;
    case "waiting":
      return html`<p class="muted">We are still copying this picture, so it is not visible yet. Reload this page in a few seconds.</p>`;
    default:
      return html`<p class="fault">We could not copy this picture, so it is not visible:
${copy.reason} Fix it or enter another URL, then save to try again.</p>`;
  }
}

export const pictureInputs = ({ url, alt }: Picture, index: number, faults: Faults): Part => {
  const one = (part: keyof Picture, value: string, look: { label: Words; max: number; hint?: Words }) => {
    const name = `pictures.${index}.${part}`;
    return field({
      name,
      label: look.label,
      hint: look.hint,
      type: part === "url" ? "url" : "text",
      value,
      fault: faults[name],
      autocomplete: "off",
      required: false,
      maxLength: look.max,
    });
  };
  return [
    one("url", url, { label: t`URL`, max: LONGEST_ADDRESS }),
    one("alt", alt, { label: t`Description`, hint: t`Describe it for people who cannot see it.`, max: LONGEST_ALT }),
  ];
};

export const readPictureRows = (req: Request): Picture[] =>
  Array.from({ length: MOST_ROWS }, (_, index) => ({
    url: formText(req, `pictures.${index}.url`),
    alt: formText(req, `pictures.${index}.alt`),
  }));

/** The rows after a row's button was pressed. */
export function arranged(rows: Picture[], what: string, at: number): Picture[] {
  const picture = rows[at];
  if (!picture || !["up", "down", "remove"].includes(what)) return rows;
  const others = rows.toSpliced(at, 1);
  if (what === "remove") return others;
  return others.toSpliced(Math.max(0, what === "up" ? at - 1 : at + 1), 0, picture);
}

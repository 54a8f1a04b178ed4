import type { Response } from "express";
import { type Html, href, html } from "../../../core/text/html.ts";
import { LONGEST_ADDRESS } from "../../../domain/pictures/pictures.ts";
import { csrfField, field } from "../../kit/form.ts";
import { uploadField } from "./upload-field.ts";

type OnePicture = {
  /** Where the form is sent, and the name of its input. */
  action: string;
  name: string;
  title: string;
  /** As it looks now. */
  mark: Html;
  url: string;
  fault: string | undefined;
};

/** A square picture that is saved as soon as it is chosen: a logo, a portrait. */
export const onePicture = (res: Response, { action, name, title, mark, url, fault }: OnePicture): Html =>
  html`<form method="post" action="${href(action)}" class="card one-picture" novalidate>${csrfField(res)}
<div class="row">${mark}<h3>${title}</h3></div>
${field({ name, label: "Address", type: "url", value: url, fault, autocomplete: "off", required: false, maxLength: LONGEST_ADDRESS })}
${uploadField({
  name: `file.${name}`,
  label: "Or upload a file",
  shape: "square",
  button: ["do", "upload"],
  into: { address: name },
  isSentAtOnce: true,
})}
<p class="row"><button>Save</button>${url !== "" && html` <button class="danger" name="do" value="remove">Remove</button>`}</p></form>`;

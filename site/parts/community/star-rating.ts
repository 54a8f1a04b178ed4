import { type Html, html } from "../../../core/text/html.ts";
import { plural } from "../../kit/show.ts";

const MOST = 5;

/** A rating that was given. */
export const stars = (rating: number): Html =>
  html`<span class="stars" aria-hidden="true">${"★".repeat(rating)}${"☆".repeat(MOST - rating)}</span><span class="said">${rating} of ${MOST}</span>`;

/** Five stars to choose from: radio buttons, so that arrow keys work and no script is needed. */
export const starRating = ({
  name,
  label,
  value,
  fault,
}: {
  name: string;
  label: string;
  value: string;
  fault?: string | undefined;
}): Html =>
  html`<fieldset class="field"${fault && html` aria-describedby="${name}-fault"`}><legend>${label}</legend>
<div class="star-rating">${Array.from({ length: MOST }, (_, index) => {
    const rating = String(index + 1);
    return html`<label><input type="radio" name="${name}" value="${rating}" required${
      rating === value && html` checked`
    }><span class="unseen">${plural(index + 1, "star")}</span></label>`;
  })}</div>
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}</fieldset>`;

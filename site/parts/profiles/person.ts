import { type Html, html } from "../../../core/text/html.ts";
import { face } from "../../kit/faces.ts";

type Known = { name: string | null; email: string };

/** Someone with an account: face, name and address. Nobody is someone whose account is deleted. */
export const person = (known: Known | undefined, link: (name: string) => Html | string = (name) => name): Html =>
  known
    ? html`<span class="person">${face({ name: known.name ?? known.email, avatarUrl: null }, "little")}<span><bdi>${link(
        known.name ?? known.email,
      )}</bdi>${known.name && html`<br><span class="small muted whole">${known.email}</span>`}</span></span>`
    : html`<span class="muted">gone</span>`;

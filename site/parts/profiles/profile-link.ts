import { type Html, href, html } from "#core/text/html.ts";
import { NOBODY, type PublicPerson, profilePath, shownName } from "#domain/profiles/profile.ts";
import { face } from "../../kit/faces.ts";

export const personFace = (person: PublicPerson = NOBODY, size: "" | "little" = ""): Html =>
  face({ name: shownName(person), avatarUrl: person.avatarUrl }, size);

export const personName = (person: PublicPerson = NOBODY): Html =>
  person.handle === null
    ? html`<bdi>${shownName(person)}</bdi>`
    : html`<a href="${href(profilePath(person.handle))}"><bdi>${shownName(person)}</bdi></a>`;

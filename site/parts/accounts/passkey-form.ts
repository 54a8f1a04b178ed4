import type { Response } from "express";
import { type Html, html } from "../../../core/text/html.ts";
import { assetPath } from "../../kit/assets.ts";
import { csrfField } from "../../kit/form.ts";

/** What a page with a form for passkeys has in its head. */
export const passkeyScript = (): Html => html`<script src="${assetPath("passkeys.js")}" type="module"></script>`;

type Asking = { returnTo: string; options: object; label: string; isMain?: boolean };

/** Signs in with a passkey. Its button appears where the browser can do it. */
export const passkeyForm = (
  res: Response,
  { returnTo, options, label, isMain = false }: Asking,
): Html => html`<form method="post" action="/sign-in/passkey" data-passkey="get" data-options="${JSON.stringify(options)}">
${csrfField(res)}
<input type="hidden" name="return_to" value="${returnTo}"><input type="hidden" name="credential" value="">
<p><button${!isMain && html` class="quiet"`} hidden>${label}</button></p>
<p class="fault" role="alert" hidden></p>
</form>`;

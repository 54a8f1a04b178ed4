import type { Response } from "express";
import { type Html, html, type Part } from "#core/text/html.ts";
import { formTo } from "../../kit/form.ts";
import { dashboardPath, type Owned } from "../listings/dashboard.ts";

/** The two ways to publish a listing on a site without launch weeks. */
export const catalogPlans = (res: Response, listing: Owned, paid: Part): Html =>
  html`<div class="choices"><section class="card" aria-labelledby="free"><div class="section-head">
<h2 id="free">Free</h2><strong>$0</strong></div>
<p>Show our badge on your homepage. Your listing is public as soon as we find it there.</p>
${formTo(res, dashboardPath(listing, "free"))}<p><button class="quiet">Publish for free</button></p></form></section>
${paid}</div>`;

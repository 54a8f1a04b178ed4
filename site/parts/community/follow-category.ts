import type { Response } from "express";
import type { Deps } from "#actions/context.ts";
import { subscriptionOf } from "#actions/notifications/digest-settings.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { t } from "#languages/words.ts";
import { formTo } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { icons } from "../../kit/icons.ts";
import { categoryWords } from "../../kit/show.ts";
import { sessionOf } from "../../kit/site.ts";

/** Follows a category, for the weekly digest. Who is not signed in can follow it with an address alone. */
export async function followCategory(
  category: { slug: string; name: string },
  res: Response,
  { store }: Pick<Deps, "store">,
): Promise<Html> {
  const { slug } = category;
  const name = categoryWords(category);
  const account = sessionOf(res)?.account;
  if (!account)
    return html`<p id="follow"><a class="button quiet slim" href="${href(
      `/digest?category=${slug}`,
    )}" rel="nofollow">${icons.bell}Follow ${name}</a></p>`;
  const isOn = await store.categoryFollows.isFollowing(account.id, slug);
  const hint = isOn && !(await subscriptionOf(account, store));
  return html`${formTo(
    res,
    `/categories/${slug}/follow`,
    html` id="follow"
class="row"${formTool("follow_category")}`,
  )}<button class="quiet slim" name="follow"
value="${isOn ? "off" : "on"}">${icons.bell}${isOn ? t`Unfollow ${name}` : t`Follow ${name}`}</button>${
    hint && html`<span class="small">Your weekly digest is off. <a href="/account/digest">Turn it on</a></span>`
  }</form>`;
}

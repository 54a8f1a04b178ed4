import type { Response } from "express";
import { href, html } from "#core/text/html.ts";
import { FILE_LIMITS, isFilePath, isTakenPath, OWN_CSS } from "#domain/site/own-files.ts";
import { decimal, type Text, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { type Faults, field, formText, formTo, hasFaults, queryText } from "../../kit/form.ts";
import { seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";
import { formCode, tooLong } from "./head.ts";

const PATH = "/admin/settings/files";

const pathFault = (path: string): Text | undefined => {
  if (isTakenPath(path)) return t`${path} is already served by Debut.`;
  return isFilePath(path) ? undefined : t`Enter a path like /ads.txt, /google123.html or /.well-known/name.`;
};

/** Files that other services look for on the domain: ads.txt, and proofs that it is the team's. */
export function ownFilePages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  async function show(res: Response, form: { path: string; body: string; faults?: Faults }): Promise<void> {
    const files = (await store.siteFiles.all()).filter(({ path }) => path !== OWN_CSS);
    const { path, body, faults = {} } = form;
    pages.render(res, {
      status: hasFaults(faults) ? 400 : 200,
      heading: t`Files`,
      above: ["/admin/settings", t`Settings`],
      body: html`<p class="lead">Files that other services look for on your domain, like ads.txt and verification files.</p>
${
  files.length > 0 &&
  table(
    [t`Path`, { label: t`Characters`, end: true }, { label: t`Edit`, unseen: true }],
    files.map((file) => [
      html`<a href="${href(file.path)}">${file.path}</a>`,
      decimal(file.body.length),
      html`<a href="${href(`${PATH}?path=${encodeURIComponent(file.path)}#path`)}">Edit</a>`,
    ]),
  )
}
${formTo(res, PATH, "card settings-form code")}
${field({
  ...{ name: "path", label: t`Path`, value: path, fault: faults.path, maxLength: 200, autocomplete: "off" },
  hint: t`Like /ads.txt, /google123.html or /.well-known/name.`,
})}
${field({
  ...{ name: "body", label: t`Text`, type: "textarea", rows: 8, value: body, fault: faults.body },
  hint: t`Save it empty to delete the file.`,
  ...{ autocomplete: "off", required: false, count: FILE_LIMITS.body },
})}
<p><button class="sun">Save</button></p>
</form>`,
    });
  }

  router.get(PATH, async (req, res) => {
    const path = queryText(req, "path");
    await show(res, { path, body: (isFilePath(path) && (await store.siteFiles.find(path))) || "" });
  });

  act(PATH, "site.save", async (req, res, audited) => {
    const path = formText(req, "path").replace(/^(?!\/)/, "/");
    const body = formCode(req, "body");
    const files = await store.siteFiles.all();
    const isFull = files.length >= FILE_LIMITS.files && !files.some((file) => file.path === path);
    const faults = {
      path: pathFault(path) ?? (isFull ? t`Use at most ${FILE_LIMITS.files} files.` : undefined),
      body: tooLong(body, FILE_LIMITS.body),
    };
    if (hasFaults(faults)) return show(res, { path, body, faults });
    audited.on("site");
    await audited.store.change((tx) => tx.siteFiles.save({ path, body }));
    seeOther(res, PATH, "site-saved");
  });
}

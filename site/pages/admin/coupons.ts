import type { Request, Response } from "express";
import { addCoupon, type CouponFaults, pauseCoupon, readCoupon, type TypedCoupon } from "#actions/orders/coupons.ts";
import { type Html, html } from "#core/text/html.ts";
import { COUPON_KINDS, type CouponKind, type CouponState, couponState, couponWords } from "#domain/orders/coupon.ts";
import { moneyText } from "#domain/orders/money.ts";
import { momentText } from "#domain/time/date-words.ts";
import { joined, stored, t, type Words } from "#languages/words.ts";
import type { CouponFigures } from "#store/repos/orders/coupons.ts";
import type { ProductRow } from "#store/repos/orders/products.ts";
import type { AdminSite, AuditedDeps } from "../../kit/admin-action.ts";
import { choice, field, formList, formText, formTo } from "../../kit/form.ts";
import { notFound, seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";

const PATH = "/admin/coupons";
const CURRENCY = "USD";
const KINDS: Record<CouponKind, Words> = {
  percent: t`Percent off`,
  amount: t`Amount off`,
  free_launch: t`Free launch`,
};
const STATES: Record<CouponState, readonly [tone: string, Words]> = {
  active: ["good", t`active`],
  paused: ["", t`paused`],
  coming: ["warm", t`scheduled`],
  ended: ["", t`ended`],
  "used up": ["", t`used up`],
};
const NEW: TypedCoupon = {
  code: "",
  kind: "percent",
  value: "",
  products: [],
  from: "",
  until: "",
  maxUses: "",
  isOnce: true,
};

export function couponAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, settings, now } = deps;

  async function show(res: Response, typed = NEW, faults: CouponFaults = {}): Promise<void> {
    const products = await store.products.all();
    const coupons = await store.coupons.list(now());
    pages.render(res, {
      status: Object.keys(faults).length > 0 ? 400 : 200,
      heading: t`Coupons`,
      above: ["/admin/orders", t`Orders`],
      body: html`<p class="lead">Buyers enter a code at checkout, or open a link with <code>?coupon=CODE</code>.</p>
${coupons.length === 0 ? html`<p class="empty">No coupons yet.</p>` : list(res, coupons, products)}
<h2 id="new">New coupon</h2>
${newForm(res, typed, faults, products)}`,
    });
  }

  const list = (res: Response, coupons: readonly CouponFigures[], products: readonly ProductRow[]): Html =>
    table(
      [
        t`Code`,
        t`Discount`,
        t`Valid`,
        t`Used`,
        { label: t`Total discount`, end: true },
        { label: t`Action`, unseen: true },
      ],
      coupons.map((coupon) => {
        const { code, used, reserved, maxUses, oncePerAccount, pausedAt, givenCents } = coupon;
        const [tone, state] = STATES[couponState(coupon, used + reserved, now())];
        const on = products
          .filter(({ product }) => coupon.products.includes(product))
          .map(({ name }) => stored("plan", name, "name", name));
        return [
          html`<b class="mono">${code}</b> <span class="tag ${tone}">${state}</span>`,
          html`${couponWords(coupon, CURRENCY)}${on.length > 0 && html`<br><span class="small muted">${joined(on, ", ")}</span>`}`,
          html`<span class="small">${validity(coupon)}</span>`,
          html`<span>${maxUses === null ? used : t`${used} of ${maxUses}`}<br><span class="small muted">${joined(
            [reserved > 0 && t`${reserved} reserved for open payments.`, oncePerAccount && t`Once per account.`],
            " ",
          )}</span></span>`,
          moneyText(givenCents, CURRENCY),
          html`${formTo(res, `${PATH}/${code}/${pausedAt ? "resume" : "pause"}`)}<button
class="quiet slim whole">${pausedAt ? t`Resume` : t`Pause`}<span class="unseen"> ${code}</span></button></form>`,
        ];
      }),
    );

  function newForm(res: Response, typed: TypedCoupon, faults: CouponFaults, products: readonly ProductRow[]): Html {
    const zone = settings.SITE_TIMEZONE;
    return html`${formTo(res, PATH, "card")}
${field({
  name: "code",
  label: t`Code`,
  value: typed.code,
  fault: faults.code,
  autocomplete: "off",
  maxLength: 40,
  hint: t`Letters, digits and hyphens. Cannot be reused later.`,
})}
${choice({
  name: "kind",
  label: t`Discount`,
  value: typed.kind,
  fault: faults.kind,
  required: true,
  options: COUPON_KINDS.map((kind) => [kind, KINDS[kind]]),
  none: t`Choose`,
})}
${field({
  name: "value",
  label: t`Percent or amount`,
  value: typed.value,
  fault: faults.value,
  autocomplete: "off",
  required: false,
  maxLength: 12,
  hint: t`A whole percentage like 20, or US dollars like 10.00. Leave empty for a free launch.`,
})}
<fieldset><legend>Products</legend><p class="hint">Select none to include all. A free launch covers one launch.</p>
${products.map(
  ({ product, name }) =>
    html`<label class="check"><input type="checkbox" name="products"
value="${product}"${typed.products.includes(product) && html` checked`}><span>${stored("plan", name, "name", name)}</span></label>`,
)}
${faults.products && html`<p class="fault">${faults.products}</p>`}</fieldset>
${field({
  name: "from",
  label: t`First day`,
  type: "date",
  value: typed.from,
  fault: faults.from,
  autocomplete: "off",
  required: false,
  hint: t`Time zone: ${zone}. Leave empty to start now.`,
})}
${field({
  name: "until",
  label: t`Last day`,
  type: "date",
  value: typed.until,
  fault: faults.until,
  autocomplete: "off",
  required: false,
  hint: t`Ends after this day. Leave empty for no end.`,
})}
${field({
  name: "max_uses",
  label: t`Total uses`,
  value: typed.maxUses,
  fault: faults.maxUses,
  autocomplete: "off",
  required: false,
  maxLength: 7,
  hint: t`Leave empty for no limit.`,
})}
<label class="check"><input type="checkbox" name="once" value="yes"${typed.isOnce && html` checked`}><span>Once per account</span></label>
<p><button>Create coupon</button></p>
</form>`;
  }

  router.get(PATH, (_req, res) => show(res));

  act("/admin/coupons", "coupon.add", async (req, res, audited) => {
    const typed = readForm(req);
    const products = (await store.products.all()).map(({ product }) => product);
    const read = readCoupon(typed, { now: now(), zone: settings.SITE_TIMEZONE, products });
    if ("faults" in read) return show(res, typed, read.faults);
    audited.on(read.coupon.code);
    if (!(await audited.store.change((tx) => addCoupon(tx, read.coupon))))
      return show(res, typed, { code: t`This code is already taken. Choose another.` });
    seeOther(res, PATH, "coupon-added");
  });

  const pause = async (req: Request, res: Response, audited: AuditedDeps, pausedAt: Date | null) => {
    const code = String(req.params.code);
    if (!(await store.coupons.find(code))) notFound();
    await audited.store.change((tx) => pauseCoupon(tx, code, pausedAt));
    seeOther(res, PATH, pausedAt ? "coupon-paused" : "coupon-resumed");
  };
  act("/admin/coupons/:code/pause", "coupon.pause", (req, res, audited) => pause(req, res, audited, now()));
  act("/admin/coupons/:code/resume", "coupon.resume", (req, res, audited) => pause(req, res, audited, null));
}

function readForm(req: Request): TypedCoupon {
  const text = (name: string) => formText(req, name);
  return {
    ...{ code: text("code"), kind: text("kind"), value: text("value"), products: formList(req, "products") },
    ...{ from: text("from"), until: text("until"), maxUses: text("max_uses"), isOnce: text("once") === "yes" },
  };
}

function validity({ startsAt, endsAt }: CouponFigures): Words {
  if (startsAt && endsAt) return joined([momentText(startsAt), momentText(endsAt)], " – ");
  if (startsAt) return t`from ${momentText(startsAt)}`;
  return endsAt ? t`until ${momentText(endsAt)}` : t`always`;
}

import type { Page } from "playwright-core";
import type { Scene } from "./scene.ts";

export type Who = "visitor" | "ann" | "kim" | "root";
type State = [who: Who, address: string, enter: (page: Page) => Promise<unknown>];

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).first();
const press = (name: string) => (page: Page) => button(page, name).click();
const notice = (page: Page) => page.locator("main .notice").first().waitFor();

const sendEmpty = (name: string) => async (page: Page) => {
  await page.evaluate(`for (const form of document.querySelectorAll("main form")) {
    form.noValidate = true;
    for (const field of form.elements) if (/text|email|url|date|password/.test(field.type)) field.value = "";
  }`);
  await button(page, name).click();
  await page.locator("main :is(.fault, .notice.bad)").first().waitFor();
};
const fill = (fields: Record<string, string>, name: string, outcome: string) => async (page: Page) => {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).first().fill(value);
  await button(page, name).click();
  await page.getByText(outcome).first().waitFor();
};
const unfold = async (page: Page) => {
  await page.evaluate(`for (const part of document.querySelectorAll("details")) part.open = true`);
};
const nothing = async () => undefined;

/**
 * What people meet beside a page at rest. A new form, menu or message belongs here. Kim has done
 * nothing yet.
 */
export const statesOf = ({ addresses, listing, other, coming, paid, annId }: Scene): State[] => [
  ["visitor", "/nothing-here", nothing],
  [
    "visitor",
    "/search",
    async (page) => {
      const answered = page.waitForResponse(/q=acme/);
      await page.getByRole("main").getByRole("combobox", { name: "Search products" }).fill("acme");
      await answered;
      await page.locator("[aria-busy]").waitFor({ state: "detached" });
    },
  ],
  ["visitor", "/search?q=tool", unfold],
  [
    "visitor",
    "/launches",
    async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("acme");
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("ArrowDown");
    },
  ],
  [
    "visitor",
    "/launches",
    async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("button", { name: "Turn off the / shortcut" }).waitFor();
    },
  ],
  [
    "kim",
    "/search?q=tool",
    async (page) => {
      await page.getByRole("button", { name: "Alert me to new results" }).click();
      await page.getByRole("link", { name: "Your saved searches" }).click();
      await page.getByRole("button", { name: /^Pause/ }).waitFor();
    },
  ],
  ["visitor", "/compare?left=zzz&right=Acme+Books", nothing],
  [
    "visitor",
    `/listings/${coming.slug}`,
    fill({ "Your email": "nobody@nowhere" }, "Notify me on Monday", "Enter one email"),
  ],
  [
    "visitor",
    `/listings/${coming.slug}`,
    fill({ "Your email": "kay@post.example" }, "Notify me on Monday", "Check your"),
  ],
  ["visitor", addresses.tellMe, press("Notify me")],
  ["visitor", "/tell-me?token=unknown", nothing],
  ["visitor", "/blog?q=xyzzyplughquux", nothing],
  ["visitor", "/founders?q=xyzzyplughquux", nothing],
  ["visitor", `/listings/${listing.slug}`, unfold],
  ["visitor", "/connect", (page) => button(page, "Copy").click()],
  ["visitor", "/sign-in", fill({ Email: "ann@people.example", Password: "wrong" }, "Sign in", "is wrong")],
  ["visitor", "/sign-up", sendEmpty("Sign up")],
  ["visitor", addresses.reset, sendEmpty("Save password")],
  ["visitor", "/forgot", sendEmpty("Send link")],
  ["visitor", "/forgot", fill({ Email: "ann@people.example" }, "Send link", "Check your email")],
  ["visitor", "/reset?token=unknown", nothing],
  ["visitor", "/verify?token=unknown", nothing],
  ["visitor", "/submit", fill({ Website: "acme.test" }, "Draft my page", "Save your page")],
  ["visitor", addresses.checkout, unfold],

  [
    "ann",
    "/",
    (page) =>
      page
        .getByRole("button", { name: /^Vote for/ })
        .first()
        .click(),
  ],
  [
    "ann",
    `/listings/${other.slug}`,
    async (page) => {
      await unfold(page);
      await sendEmpty("Send review")(page);
    },
  ],
  ["ann", `/listings/${listing.slug}`, unfold],
  ["ann", "/submit", sendEmpty("Draft my page")],
  ["ann", addresses.draft, unfold],
  ["ann", addresses.draft, fill({ "Founded in": "long ago" }, "Save changes", "Must be a year")],
  [
    "ann",
    addresses.draft,
    fill({ Tagline: "Charts for people", "Founded in": "2021" }, "Save changes", "Your changes are saved."),
  ],
  ["ann", "/account/password", sendEmpty("Save password")],
  ["ann", "/account/keys/new", sendEmpty("Create key")],
  ["ann", "/account/webhooks/new", sendEmpty("Add endpoint")],
  ["ann", addresses.webhook, unfold],
  ["ann", addresses.webhook, press("Replace secret")],
  ["ann", "/account/calendar", press("Create secret address")],
  ["kim", "/account/webhooks", nothing],
  ["ann", "/account/delete", sendEmpty("Delete my account")],
  ["ann", `/account/listings/${listing.id}/edit`, unfold],
  ["ann", `/account/listings/${listing.id}/edit`, sendEmpty("Save changes")],
  ["ann", `/account/listings/${listing.id}/updates`, sendEmpty("Post update")],
  ["ann", `/account/listings/${listing.id}/milestones`, sendEmpty("Add milestone")],
  [
    "ann",
    `/account/listings/${listing.id}/milestones`,
    async (page) => {
      await press("Delete First book")(page);
      await notice(page);
    },
  ],
  [
    "ann",
    `/account/listings/${listing.id}/story`,
    async (page) => {
      await press("Save story")(page);
      await notice(page);
    },
  ],
  ["ann", `/account/listings/${listing.id}/pictures`, fill({ URL: "http://x" }, "Save pictures", "Must be")],
  ["ann", `/account/listings/${listing.id}/history`, unfold],
  [
    "ann",
    `/listings/${other.slug}/claim`,
    async (page) => {
      await press("Continue")(page);
      await page.waitForURL(/claims/);
    },
  ],

  ["ann", `/listings/${coming.slug}`, unfold],
  [
    "kim",
    `/listings/${coming.slug}`,
    async (page) => {
      await press("Notify me on Monday")(page);
      await notice(page);
    },
  ],
  ["kim", "/drafts", nothing],
  ["kim", "/account", nothing],
  ["kim", "/account/claims", nothing],
  ["kim", "/account/listings", nothing],
  ["kim", "/account/orders", nothing],

  ["root", "/admin", unfold],
  ["root", `/admin/listings/${listing.id}`, unfold],
  ["root", "/admin/categories/new", sendEmpty("Save category")],
  ["root", "/admin/categories/accounting", unfold],
  [
    "root",
    "/admin/categories/new/import",
    async (page) => {
      await page.fill("[name=text]", "name;parent\nKites;\nBoats;nowhere");
      await press("Check")(page);
    },
  ],
  [
    "root",
    "/admin/import",
    async (page) => {
      await page.fill(
        "[name=text]",
        "Name;Website;Price;Founded on\nKites;kites.dev;1,5;24.12.2020\nBoats;;2;1.2.2021",
      );
      await press("Read file")(page);
    },
  ],
  [
    "root",
    "/admin/import",
    async (page) => {
      await page.getByRole("link", { name: "Pasted text" }).first().click();
      await press("Check 2 rows")(page);
      await page.getByRole("heading", { name: "Problems" }).waitFor();
    },
  ],
  ["root", "/admin/blog/new", sendEmpty("Publish")],
  [
    "root",
    "/admin/blog/new",
    async (page) => {
      await unfold(page);
      await press("Use as cover")(page);
      await page.getByText("Describe the picture").waitFor();
    },
  ],
  ["root", "/admin/settings/look", fill({ "Accent color": "white" }, "Publish", "six hex digits")],
  ["root", "/admin/settings/look", fill({ "Accent color": "#0b6f6a" }, "Publish", "It applies everywhere")],
  ["root", "/admin/settings", fill({ Links: "Imprint /bot" }, "Save", "It applies everywhere")],
  ["root", "/admin/blog", nothing],
  ["root", "/", nothing],
  ["root", "/admin/settings", press("Reset to default")],
  ["root", `/admin/orders/${paid}`, unfold],
  ["root", `/admin/users/${annId}`, unfold],
  ["root", "/admin/users?q=xyzzyplughquux", nothing],
  ["root", "/admin/listings?q=xyzzyplughquux", nothing],
  ["root", "/admin/audit?q=xyzzyplughquux", nothing],
];

/** Pages of a site on which nothing has happened yet. */
export const EMPTY: Record<"visitor" | "root", string[]> = {
  visitor: [
    "/",
    "/launches",
    "/search",
    "/categories",
    "/leaderboards/community-weekly",
    "/awards",
    "/founders",
    "/updates",
    "/blog",
  ],
  root: ["listings", "claims", "orders", "outbox", "jobs", "backups"].map((page) => `/admin/${page}`),
};

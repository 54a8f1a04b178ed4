import { call, sayInChat } from "./bridge.js";
import { dateOf, logo } from "./cards.js";
import { allowed, attempt, button, make, plural, say, show, start, t, text } from "./kit.js";

const POLL_MS = 3000;
const ways = () => ({ dns: t`By a DNS record`, meta: t`By a tag on the homepage`, file: t`By a file` });

let claim;
let isBusy = false;

/** A value to publish. Where a frame may not copy, it is selected. */
function copyable(label, value) {
  const box = make("code", { tabIndex: 0, role: "textbox", "aria-readonly": true, "aria-label": label }, value);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      say(t`Copied: ${label}`);
    } catch {
      getSelection().selectAllChildren(box);
      box.focus();
      say(t`Selected. Copy it with Ctrl+C, or ⌘C on a Mac.`);
    }
  };
  return make(
    "div",
    { className: "copyable" },
    text("muted small", label),
    make("div", { className: "value" }, box, button(t`Copy`, copy, "", { "aria-label": t`Copy: ${label}` })),
  );
}

function publication({ instructions: { dns, meta, file, email } }) {
  if (dns)
    return [
      text("", t`In the DNS settings of your domain, add a TXT record. It can take an hour to be visible everywhere.`),
      copyable(t`Name`, dns.name),
      copyable(t`Value`, dns.value),
    ];
  if (meta)
    return [
      text("", t`Add this tag to the head of ${meta.page}, in the HTML that the server sends.`),
      copyable(t`Tag`, meta.tag),
    ];
  if (file)
    return [
      text("", t`Publish a plain text file that contains only this value.`),
      copyable(t`Address`, file.url),
      copyable(t`Content`, file.body),
    ];
  return [text("", t`An email with a link is on its way to ${email?.to}. Open the link and press the button.`)];
}

const step = (number, title, state, ...inside) =>
  make(
    "li",
    { className: state },
    make("span", { className: "number", "aria-hidden": "true" }, state === "done" ? "✓" : String(number)),
    make("div", { className: "grow" }, make("h2", {}, title), ...inside),
  );

function check() {
  const { last_check: last, checking, attempts_left: left, expires_at: expires, instructions } = claim;
  const attempts = plural(left, "attempt");
  if (instructions.email) return text("muted", t`The email is the proof: there is nothing to check here.`);
  return make(
    "div",
    { className: "stack" },
    last && last.result !== "found" && text("last", last.detail ?? t`Not found yet.`),
    make(
      "div",
      { className: "row" },
      button(isBusy || checking ? t`Checking…` : t`Check now`, verify, "sun", {
        id: "check",
        disabled: isBusy || checking || !allowed.calls,
      }),
      text("muted small", t`${attempts} left, until ${dateOf(expires)}`),
    ),
  );
}

function otherWays() {
  const others = Object.entries(ways()).filter(([method]) => method !== claim.method);
  const begin = (method) =>
    run("", async () => {
      claim = await call("claim_listing", { slug: claim.slug, method });
    });
  return make(
    "footer",
    { className: "pad" },
    text("muted small", t`Prove it another way:`),
    make(
      "div",
      { className: "row" },
      ...others.map(([method, words]) =>
        button(words, () => begin(method), "", { disabled: isBusy || !allowed.calls }),
      ),
    ),
  );
}

const endings = () => ({
  expired: t`This claim has expired.`,
  failed: t`This claim is closed.`,
  canceled: t`This claim was canceled.`,
  superseded: t`Someone else has proved that they own this listing.`,
});

function outcome() {
  const { status, instructions, listing, next_actions: next } = claim;
  if (status === "verified") return [text("won", t`${listing.name} is yours.`), text("muted", instructions.text)];
  return [
    text("last", endings()[status] ?? t`Proven. The site team decides, because the listing already has an owner.`),
    next.includes("claim_listing") &&
      allowed.messages &&
      button(t`Start again`, () => sayInChat(t`I want to claim ${listing.name} again.`), "sun"),
  ];
}

function draw(focus = "") {
  if (!claim) return;
  const { listing, status } = claim;
  const isPending = status === "pending";
  const isProven = status === "verified" || status === "under_review";
  show(
    [
      make(
        "header",
        { className: "sky" },
        logo(listing),
        make(
          "div",
          { className: "grow" },
          make("h1", {}, status === "verified" ? t`${listing.name} is yours` : t`Claim ${listing.name}`),
          text("", listing.tagline ?? ""),
        ),
      ),
      make(
        "ol",
        { className: "steps" },
        step(
          1,
          t`Publish the proof`,
          isProven ? "done" : isPending ? "now" : "",
          ...(isPending ? publication(claim) : []),
        ),
        step(2, t`Check that it is there`, isProven ? "done" : isPending ? "now" : "", ...(isPending ? [check()] : [])),
        step(
          3,
          t`The listing is yours`,
          status === "verified" ? "done" : isPending ? "" : "now",
          ...(isPending ? [] : outcome()),
        ),
      ),
      isPending && otherWays(),
    ],
    focus,
  );
}

async function run(focus, work) {
  isBusy = true;
  say("");
  draw();
  const isDone = await attempt(work);
  isBusy = false;
  draw(focus);
  if (claim.checking) setTimeout(() => run("", refresh), POLL_MS);
  return isDone;
}

async function refresh() {
  const { items } = await call("list_my_claims", {});
  claim = items.find((each) => each.claim_id === claim.claim_id) ?? claim;
}

async function verify() {
  const isFound = await run("check", async () => {
    claim = await call("verify_claim", { claim_id: claim.claim_id });
  });
  if (!isFound) {
    await refresh().catch(() => undefined);
    if (claim.status !== "pending" || claim.last_check) say(t`Checked: not proven yet.`);
    return draw("check");
  }
  if (claim.status === "verified" && allowed.messages)
    sayInChat(t`${claim.listing.name} is verified as mine. What should I do next?`).catch(() => undefined);
}

start("claim", {
  take(data) {
    claim = data;
    draw();
    if (claim.checking) setTimeout(() => run("", refresh), POLL_MS);
  },
  async again({ claim_id: id, slug, method }) {
    const { items } = await call("list_my_claims", {});
    return items.find((each) => each.claim_id === id || (each.slug === slug && each.method === method));
  },
  ready() {
    if (!allowed.calls) say(t`This assistant does not let the app act. Tell the assistant when to check.`);
    draw();
  },
});

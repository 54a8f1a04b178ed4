import { call, sayInChat, setMode, tellModel } from "./bridge.js";
import {
  allowed,
  at,
  attempt,
  button,
  link,
  listed,
  make,
  plural,
  say,
  shortUrl,
  show,
  start,
  t,
  text,
  word,
} from "./kit.js";

/** @typedef {{ name: string, label: string, isList: 0 | 1 }} Fact */

const POLL_MS = 3000;
/** @type {Fact[]} */
const facts = JSON.parse(at("facts").textContent).map(([name, label, isList]) => ({ name, label, isList }));

let draft;
let open = "";
let editing = "";
let busy = "";
let showsAll = false;
const accepted = new Set();
const changed = new Set();

const fieldOf = ({ name }) => draft.fields[name];
const textOf = (fact) => [fieldOf(fact)?.value ?? ""].flat().join(", ");
const isMissing = (fact) => draft.completeness.required_missing.includes(fact.name);
/** What the website states for a field, if it states several values, or may state. */
const answersTo = ({ name }) => draft.questions?.[name] ?? draft.candidates?.[name] ?? [];
const factOf = (name) => facts.find((fact) => fact.name === name);

function shownFacts() {
  const { required_missing: required, recommended_missing: recommended } = draft.completeness;
  const missing = [...required, ...recommended];
  return facts.filter(
    (fact) =>
      showsAll ||
      textOf(fact) ||
      answersTo(fact).length ||
      missing.includes(fact.name) ||
      [open, editing].includes(fact.name),
  );
}

function chipOf(fact) {
  const field = fieldOf(fact);
  if (busy === fact.name) return [t`One moment…`, "busy"];
  if (field?.locked) return [t`Locked`, ""];
  if (accepted.has(fact.name)) return [t`✓ Accepted`, "good"];
  if (answersTo(fact).length) return [t`Which is right?`, "warm"];
  if (!textOf(fact)) return isMissing(fact) ? [t`Required`, "bad"] : [t`Not found`, "warm"];
  return field.evidence.length ? [t`Quoted`, "quiet"] : [t`Edited`, ""];
}

function row(fact, index) {
  const { name, label } = fact;
  const isOpen = open === name;
  const [words, tone] = chipOf(fact);
  const head = make(
    "button",
    {
      type: "button",
      className: "head",
      id: `head-${name}`,
      tabIndex: isOpen || (!open && index === 0) ? 0 : -1,
      "aria-expanded": isOpen,
      onclick: () => toggle(isOpen ? "" : name, name),
      onkeydown: (event) => press(event, fact),
    },
    make("span", { className: "name" }, word(label)),
    make("span", { className: textOf(fact) ? "value" : "value muted" }, textOf(fact) || t`Not found on the pages read`),
    make("span", { className: `chip ${tone}` }, words),
  );
  return make(
    "li",
    { className: isOpen ? "open" : "" },
    head,
    isOpen && (editing === name ? editor(fact) : details(fact)),
  );
}

function toggle(name, focus) {
  open = name;
  editing = "";
  draw(`head-${focus}`);
}

function details(fact) {
  const { name, isList } = fact;
  const field = fieldOf(fact);
  const value = textOf(fact);
  const act = (label, key, run, isOff = false) =>
    button(label, run, "", { disabled: isOff || !!busy || !allowed.calls, ...(key && { "aria-keyshortcuts": key }) });
  const isLocked = field?.locked;
  const canRestore = field && field.ai_value !== null && field.state !== "ai";
  return make(
    "div",
    { className: "body says" },
    isList && value
      ? make("ul", { className: "full" }, ...field.value.map((each) => make("li", {}, each)))
      : value.length > 32 && text("full", value),
    ...question(fact, act),
    ...(field?.evidence ?? []).slice(0, 2).map(quoted),
    value && !field.evidence.length && text("muted small", t`Not found on the pages read.`),
    make(
      "div",
      { className: "row" },
      value && act(accepted.has(name) ? t`Accepted` : t`Accept`, "a", () => accept(fact), accepted.has(name)),
      act(value ? t`Edit` : t`Fill in`, "e", () => edit(fact)),
      isLocked
        ? act(t`Unlock`, "l", () => change(fact, { unlock_fields: [name] }))
        : act(t`Lock`, "l", () => change(fact, { lock_fields: [name] })),
      canRestore && act(t`Restore original`, "o", () => change(fact, { restore: [name] })),
      !isLocked && draft.crawl.pages.length > 0 && act(t`Rewrite`, "r", () => change(fact, { regenerate: [name] })),
    ),
  );
}

function quoted({ quote, url, stated_in: places = [] }) {
  const stated = plural(places.length, "place states it", "places state it");
  return make(
    "blockquote",
    {},
    make("b", {}, t`From the site`),
    " ",
    `“${quote}” `,
    link(shortUrl(url), url),
    places.length > 1 && make("span", { className: "muted" }, " ", stated),
  );
}

function question(fact, act) {
  const { name } = fact;
  const answers = answersTo(fact);
  if (!answers.length) return [];
  return [
    text("", answers[0].reason ? t`Is it this? ${answers[0].reason}` : t`The site says several things:`),
    ...answers.flatMap(({ value, evidence: [from] }) => {
      const words = [value].flat().join(", ");
      const isKept = words === textOf(fact);
      const choose = () => change(fact, isKept ? { lock_fields: [name] } : { fields: { [name]: value } });
      return [make("div", {}, act(isKept ? t`Keep ${words}` : t`Use ${words}`, "", choose)), from && quoted(from)];
    }),
  ];
}

function editor(fact) {
  const { name, label, isList } = fact;
  const box = make("textarea", {
    id: "edit",
    rows: 1,
    value: [fieldOf(fact)?.value ?? ""].flat().join("\n"),
    "aria-label": isList ? t`${word(label)}, one per line` : word(label),
  });
  const save = () => {
    const typed = box.value.trim();
    const lines = typed.split("\n").map((line) => line.trim());
    return change(fact, { fields: { [name]: isList ? lines.filter(Boolean) : typed } });
  };
  const cancel = () => toggle(name, name);
  box.onkeydown = (event) => {
    if (event.key === "Escape") cancel();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
  };
  return make(
    "div",
    { className: "body says" },
    box,
    make(
      "div",
      { className: "row" },
      button(t`Save`, save, "ink", { disabled: !!busy }),
      button(t`Cancel`, cancel, "", { disabled: !!busy }),
      isList > 0 && make("span", { className: "muted small" }, t`One per line`),
    ),
  );
}

function header() {
  const { status, url, crawl } = draft;
  const { percent, required_missing: required } = draft.completeness;
  const isReady = status === "ready";
  const read = draft.pages_read ?? crawl.pages.length;
  const pages = plural(read, "page");
  const name = textOf(factOf("name"));
  const progress = isReady
    ? required.length
      ? plural(required.length, "field to fill in", "fields to fill in")
      : t`${percent}% complete`
    : status === "drafting"
      ? t`Writing your page`
      : read
        ? t`Reading: ${pages} so far`
        : t`Reading…`;
  const sky = make(
    "header",
    { className: "sky" },
    make("div", { className: "apart" }, make("h1", {}, name || shortUrl(url)), text("", progress)),
    name && text("small", isReady && read ? t`${shortUrl(url)}, ${pages} read` : shortUrl(url)),
    make("div", { className: isReady ? "disc" : "disc busy" }),
    make("div", { className: "hills" }),
  );
  sky.style.setProperty("--done", String(isReady ? percent : Math.min(30, 4 + read * 3)));
  return sky;
}

const waiting = () =>
  make(
    "div",
    { className: "wait" },
    text("", t`It takes about a minute. Each value shows its quote.`),
    ...["60%", "90%", "75%"].map((width) => {
      const bone = make("div", { className: "bone busy" });
      bone.style.width = width;
      return bone;
    }),
  );

function others() {
  const { faqs, founders, milestones } = draft;
  const links = Object.keys(draft.company_socials).length;
  const parts = [
    faqs.length && plural(faqs.length, "question"),
    founders.length && plural(founders.length, "founder"),
    links && plural(links, "social link"),
    milestones.length && plural(milestones.length, "milestone"),
  ].filter(Boolean);
  return (
    parts.length > 0 && text("muted small", t`Also in the draft: ${listed(parts)}. Ask the assistant to change them.`)
  );
}

function footer() {
  const isIncomplete = draft.completeness.required_missing.length > 0;
  return make(
    "footer",
    { className: "pad" },
    others(),
    make(
      "div",
      { className: "row" },
      draft.listing_id !== null
        ? make("span", { className: "chip good" }, t`Saved as a listing`)
        : !draft.already_listed &&
            button(t`Save as a listing`, save, "sun", {
              id: "save",
              disabled: isIncomplete || !!busy || !allowed.calls,
            }),
      button(
        showsAll ? t`Show fewer fields` : t`Show all fields`,
        () => {
          showsAll = !showsAll;
          draw("all");
        },
        "",
        { id: "all" },
      ),
      allowed.fullscreen && button(t`Full screen`, () => setMode("fullscreen"), "", { id: "full" }),
    ),
    text("keys muted small", t`Keys: ↑ ↓ move, Enter opens, A accepts, E edits, L locks, R rewrites`),
  );
}

function draw(focus = "") {
  if (!draft) return;
  if (draft.status !== "ready") return show([header(), waiting()]);
  const list = make("ul", { id: "fields", "aria-label": t`Fields of the profile` }, ...shownFacts().map(row));
  const note = draft.already_listed ? t`This website is already listed.` : draft.crawl.error?.detail;
  show([header(), note && text("notice", note), list, footer()], focus);
}

function press(event, fact) {
  if (event.ctrlKey || event.metaKey || event.altKey || busy) return;
  const key = event.key.toLowerCase();
  const { name } = fact;
  const isLocked = fieldOf(fact)?.locked;
  const move = (step) => {
    const order = shownFacts();
    const next = order[order.indexOf(fact) + step];
    if (next) toggle(open && next.name, next.name);
  };
  const actions = {
    arrowdown: () => move(1),
    arrowup: () => move(-1),
    ...(allowed.calls && {
      a: () => textOf(fact) && accept(fact),
      e: () => edit(fact),
      l: () => change(fact, isLocked ? { unlock_fields: [name] } : { lock_fields: [name] }),
      r: () => !isLocked && change(fact, { regenerate: [name] }),
    }),
  };
  if (!Object.hasOwn(actions, key)) return;
  event.preventDefault();
  actions[key]();
}

function edit({ name }) {
  open = name;
  editing = name;
  draw("edit");
}

function accept(fact) {
  accepted.add(fact.name);
  const rest = shownFacts();
  const next = rest.slice(rest.indexOf(fact) + 1).find((each) => !accepted.has(each.name) && !fieldOf(each)?.locked);
  toggle(next?.name ?? "", (next ?? fact).name);
  tell();
}

function outcomeOf(label, outcome, isByRules) {
  if (outcome === "changed") return isByRules ? t`${label}: rewritten by rules.` : t`${label}: rewritten.`;
  if (outcome === "unchanged") return t`${label}: the same as before.`;
  return outcome === "not_found" ? t`${label}: not found.` : t`${label}: saved.`;
}

async function change(fact, changes) {
  const { name, label } = fact;
  const isEdit = editing === name;
  busy = name;
  say("");
  if (!isEdit) draw(`head-${name}`);
  const isDone = await attempt(async () => take(await call("update_draft", { id: draft.id, ...changes })));
  busy = "";
  if (isDone) {
    accepted.delete(name);
    changed.add(name);
    editing = "";
    tell();
  }
  if (editing) return at("edit").focus();
  draw(`head-${name}`);
  if (isDone) say(outcomeOf(word(label), draft.regenerated?.[name], draft.regenerated_by_rules));
}

function tell() {
  const names = (set) => [...set].join(", ") || "none";
  const { id, completeness } = draft;
  tellModel(
    `The person reviews draft ${id} in the app. Accepted: ${names(accepted)}. Changed: ${names(changed)}. ` +
      `Required and missing: ${names(completeness.required_missing)}.`,
  );
}

async function save() {
  busy = "save";
  draw();
  const isSaved = await attempt(async () => {
    const listing = await call("submit_draft", { id: draft.id });
    draft.listing_id = listing.listing_id;
    say(t`Saved. Nothing is published or charged yet.`);
  });
  busy = "";
  draw("all");
  if (isSaved && allowed.messages)
    sayInChat(t`I reviewed the draft and saved it as listing ${draft.listing_id}. How can I launch it?`).catch(
      () => {},
    );
}

function take(next) {
  draft = next;
  if (draft.status !== "ready") setTimeout(refresh, POLL_MS);
}

/** Follows a draft that is being built. A failed look is repeated later. */
async function refresh() {
  if (!allowed.calls) return;
  const isRead = await attempt(async () => take(await find(draft)));
  if (isRead) say("");
  else setTimeout(refresh, POLL_MS * 3);
  draw();
  if (isRead && draft.status === "ready") tell();
}

const hostOf = (url) => new URL(/^https?:/i.test(url) ? url : `https://${url}`).host;

/**
 * The draft with this id, or the newest of this website: submitting again would start another. While
 * it is being built, the list has it at once; get_draft would wait for its end.
 */
async function find({ id, url }) {
  const { items } = await call("list_my_drafts", {});
  const mine = items.find((each) => (id ? each.id === id : hostOf(each.url) === hostOf(url)));
  if (mine && mine.status !== "ready") return { ...mine, fields: {}, crawl: { pages: [] } };
  return (mine || id) && call("get_draft", { id: id ?? mine.id });
}

start("draft-review", {
  again: find,
  take(first) {
    take(first);
    draw();
  },
  ready() {
    if (!allowed.calls) say(t`The app cannot act here. Tell the assistant what to change.`);
    draw();
  },
});

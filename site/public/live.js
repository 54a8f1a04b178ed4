// Live updates: votes, places, comments, launches and awards. A reload shows the same.

import { followTopics } from "./live-tabs.js";
import { count } from "./script.js";
import { prefix, said } from "./words.js";

const FEW = 5;
/** A page takes over new lists at most so often. */
const REFRESH_MS = 8000;
const MOST_SPREAD_MS = { room: 3000, lists: 30_000 };

const regions = [...document.querySelectorAll("[data-live]")];
const by = (name, value) => document.querySelectorAll(`[data-${name}="${CSS.escape(value)}"]`);
const soon = (spread, most, act) => setTimeout(act, Math.random() * Math.min(spread ?? 0, most));
const celebrate = () => import("./joy.js").then((joy) => joy.celebrate());

/** One line of news with a link, read out by screen readers. The same news again replaces what it said. */
function tell(region, key, text, path, label) {
  const known = [...region.children].find(({ dataset }) => dataset.news === key);
  const line = known ?? document.createElement("p");
  line.dataset.news = key;
  const link = document.createElement("a");
  link.href = path;
  link.textContent = label;
  // A link to a part of this very page would not load it anew.
  link.addEventListener("click", (event) => {
    if (link.pathname !== location.pathname || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    location.hash = link.hash;
    location.reload();
  });
  line.replaceChildren(text && `${text} `, link);
  if (!known) region.append(line);
}

const isBusy = (action) => document.querySelector(`form[data-busy][action="${CSS.escape(prefix + action)}"]`) !== null;
function setCount(slug, act, value) {
  const action = `/listings/${slug}/${act}`;
  if (value !== undefined && !isBusy(action)) count(action, value);
}

function setPlace(slug, place) {
  for (const element of by("live-place", slug)) {
    element.hidden = place === undefined;
    if (place !== undefined) element.querySelector("a").textContent = said("standing", { place });
  }
}

function takeListing(region, slug, state, spread) {
  const { dataset } = region;
  if (dataset.stage === "coming" && state.stage === "live") {
    dataset.stage = "opening";
    sessionStorage.setItem("joy", slug);
    soon(spread, MOST_SPREAD_MS.room, () => {
      document.documentElement.classList.add("opening");
      location.replace(location.pathname);
    });
  }
  if (state.stage === "gone") return;
  setCount(slug, "vote", state.votes);
  setCount(slug, "follow", state.followers);
  if (state.stage === "live") setPlace(slug, state.place);
  const more = state.comments - Number(dataset.comments);
  if (state.newest !== undefined && state.newest !== dataset.newest && more > 0)
    tell(region, "comments", "", `${location.pathname}#comments`, said("comments", { count: more }));
  const { award } = state;
  if (award && award.id !== dataset.award) {
    dataset.award = award.id;
    tell(region, "award", said("won", { name: dataset.name }), `${prefix}/awards/${award.id}`, said("award"));
    if (award.place === 1) void celebrate();
  }
}

const parts = () => [...document.querySelectorAll("[data-live-part]")];
const slugOf = ({ dataset }) => dataset.countOf.split("/")[2];
const listed = (list) => [...list.querySelectorAll("[data-count-of]")].map(slugOf);

/** What a form is for. Visitors have many that lead to sign in, each for something else. */
const purposeOf = (form) => form && `${form.getAttribute("action")} ${form.elements.return_to?.value}`;

/** Takes over the lists of the page as it is now. What was focused is so again. */
async function refresh() {
  const response = await fetch(location.href, { cache: "no-cache", headers: { accept: "text/html" } }).catch(
    () => undefined,
  );
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (document.querySelector("[data-live-part] form[data-busy]")) return;
  for (const part of parts()) {
    const fresh = page.getElementById(part.id);
    if (!fresh) continue;
    const held = part.contains(document.activeElement) ? document.activeElement : undefined;
    const purpose = purposeOf(held?.closest("form"));
    const path = held?.getAttribute("href");
    part.classList.add("still");
    part.replaceChildren(...fresh.childNodes);
    const same = purpose && [...part.querySelectorAll("form")].find((form) => purposeOf(form) === purpose);
    if (same) same.querySelector("button")?.focus();
    else if (path) part.querySelector(`a[href="${CSS.escape(path)}"]`)?.focus();
  }
}

let refreshing;
let refreshedAt = 0;
let wanted = "";
let tried = "";
function refreshSoon(spread) {
  if (refreshing || document.visibilityState !== "visible") return;
  const wait = Math.max(0, refreshedAt + REFRESH_MS - Date.now());
  refreshing = setTimeout(() => {
    soon(spread, MOST_SPREAD_MS.lists, async () => {
      tried = wanted;
      await refresh();
      refreshedAt = Date.now();
      refreshing = undefined;
      for (const again of latest.values()) again();
    });
  }, wait);
}

function takeRace(region, key, state, spread) {
  const { dataset } = region;
  const path = `${prefix}/launches/${dataset.live.startsWith("day/") ? "days" : "weeks"}/${key}`;
  if (state.stage !== dataset.stage) {
    if (dataset.stage === "future" && state.stage === "current")
      tell(region, "week", said("begun"), location.pathname, said("race"));
    if (state.stage === "past") tell(region, "week", said("over"), path, said("result"));
    if (state.stage === "settled") {
      tell(region, "week", said("given"), path, said("podium"));
      if (dataset.stage === "past") void celebrate();
    }
    dataset.stage = state.stage;
  }
  if (state.stage !== "current") return;
  let isOld = false;
  for (const [slug, [votes, weekVotes]] of Object.entries(state.rows ?? {})) {
    setCount(slug, "vote", votes);
    for (const element of by("week-votes", slug)) {
      element.firstChild.textContent = String(weekVotes);
      element.lastChild.textContent = ` ${said("vote", { count: weekVotes })}`;
      element.hidden = weekVotes < FEW;
    }
  }
  for (const list of document.querySelectorAll("[data-live-most]")) {
    const shown = listed(list);
    const order = state.order.slice(0, Number(list.dataset.liveMost));
    isOld ||= order.some((slug, index) => slug !== shown[index]) || shown.length !== order.length;
  }
  wanted = String(state.order);
  // A list that does not become as it should be is not asked for again and again.
  if (isOld && tried !== wanted) refreshSoon(spread);
}

const latest = new Map();
function take({ topic, state, spread }) {
  const [kind, key] = topic.split("/");
  const look = kind === "listing" ? takeListing : takeRace;
  const act = () => {
    for (const region of regions) if (region.dataset.live === topic) look(region, key, state, spread);
  };
  latest.set(topic, act);
  act();
}

if (regions.length > 0) followTopics([...new Set(regions.map(({ dataset }) => dataset.live))], take);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") for (const again of latest.values()) again();
});

const [listing] = regions.filter(({ dataset }) => dataset.live.startsWith("listing/"));
const opened = sessionStorage.getItem("joy");
if (listing && opened === listing.dataset.live.split("/")[1] && listing.dataset.stage === "live") {
  sessionStorage.removeItem("joy");
  tell(
    listing,
    "live",
    said("live", { name: listing.dataset.name }),
    `${prefix}/listings/${opened}/share`,
    said("share"),
  );
  void celebrate();
}
const joy = document.querySelector("[data-joy]")?.dataset.joy;
if (joy && !localStorage.getItem(`joy-${joy}`)) {
  localStorage.setItem(`joy-${joy}`, "seen");
  void celebrate();
}

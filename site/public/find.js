// Suggestions while typing in the search fields of the site. Without this script they are plain forms.

import { prefix, said } from "./words.js";

const WAIT_MS = 160;
const LEAST = 2;
const MOST_RECENT = 6;
const [RECENT, SLASH_OFF] = ["recent-searches", "slash-off"];

// On the device only. Where storage is refused, nothing is kept

function kept(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? fallback;
  } catch {
    return fallback;
  }
}
function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window, or a full one.
  }
}
const recent = () => [kept(RECENT, [])].flat().filter((one) => typeof one === "string");
function remember(words) {
  const text = words.trim();
  if (text.length < LEAST) return;
  keep(RECENT, [text, ...recent().filter((one) => one.toLowerCase() !== text.toLowerCase())].slice(0, MOST_RECENT));
}

const answers = new Map();
let running;
async function suggestionsFor(q) {
  running?.abort();
  const known = answers.get(q);
  if (known) return known;
  running = new AbortController();
  const query = new URLSearchParams({ q });
  const { prefix } = document.documentElement.dataset;
  if (prefix) query.set("lang", prefix.slice(1));
  const response = await fetch(`/search/suggestions.json?${query}`, { signal: running.signal });
  if (!response.ok) return { listings: [], categories: [] };
  const answer = await response.json();
  answers.set(q, answer);
  return answer;
}

// The list

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
const bdi = (text) => element("bdi", { textContent: text });

function markOf({ name, hue, logo }) {
  const mark = element("span", { className: `logo hue-${hue} little` }, [...name.trim()][0]?.toUpperCase() ?? "");
  if (logo) mark.append(element("img", { src: logo, alt: "" }));
  mark.setAttribute("aria-hidden", "true");
  return mark;
}
const listingRow = (listing) => ({
  path: listing.path,
  parts: [
    markOf(listing),
    element("span", { className: "body" }, element("b", {}, bdi(listing.name)), " ", bdi(listing.tagline ?? "")),
    ...(listing.is_paid ? [element("span", { className: "paid", textContent: said("paid") })] : []),
  ],
});
const categoryRow = ({ name, path }) => ({
  path,
  parts: [
    element("span", { className: "body" }, element("b", { textContent: name })),
    element("span", { className: "tiny muted", textContent: said("category") }),
  ],
});
const searchRow = (q) => ({
  path: `/search?${new URLSearchParams({ q })}`,
  parts: [element("span", { className: "body" }, bdi(q))],
});

const hasKeys = matchMedia("(any-hover: hover)");

/** Speech input types single keys by mistake, so this one can be switched off (WCAG 2.1.4). */
function slashSwitch() {
  const wordsFor = (isOff) => said(isOff ? "slashOn" : "slashOff");
  const slash = element("button", { type: "button", className: "link-button" }, wordsFor(kept(SLASH_OFF, false)));
  slash.addEventListener("click", () => {
    keep(SLASH_OFF, !kept(SLASH_OFF, false));
    slash.textContent = wordsFor(kept(SLASH_OFF, false));
  });
  return slash;
}

let made = 0;
function equip(form) {
  const input = form.querySelector("input[name=q]");
  const id = `finds-${++made}`;
  const list = element("ul", { id, role: "listbox" });
  const foot = element("p", { className: "finds-foot" });
  const panel = element("div", { className: "finds", hidden: true }, list, foot);
  const news = element("span", { className: "unseen", role: "status" });
  form.append(panel, news);
  form.classList.add("finding");
  for (const [name, value] of Object.entries({
    role: "combobox",
    autocomplete: "off",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": id,
  }))
    input.setAttribute(name, value);

  let timer;
  let chosen = -1;
  const options = () => [...list.children];

  function choose(index) {
    chosen = index;
    for (const [at, option] of options().entries()) option.setAttribute("aria-selected", String(at === index));
    const option = options()[index];
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }
  function close() {
    clearTimeout(timer);
    running?.abort();
    panel.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose(-1);
  }
  function open(rows, label) {
    list.replaceChildren(
      ...rows.map(({ path, parts }, at) => {
        const option = element("li", { id: `${id}-${at}`, role: "option" }, ...parts);
        option.dataset.path = path;
        return option;
      }),
    );
    list.setAttribute("aria-label", label);
    choose(-1);
    list.hidden = rows.length === 0;
    panel.hidden = rows.length === 0 && foot.childElementCount === 0;
    input.setAttribute("aria-expanded", String(rows.length > 0));
    news.textContent = rows.length ? said("suggestions", { count: rows.length }) : "";
  }
  const follow = (option) => {
    remember(input.value);
    location.assign(prefix + option.dataset.path);
  };

  function offerRecent() {
    const rows = recent().map(searchRow);
    const clear = element("button", { type: "button", className: "link-button", textContent: said("clear") });
    clear.addEventListener("click", () => {
      keep(RECENT, []);
      close();
      input.focus();
    });
    foot.replaceChildren(...(rows.length ? [clear] : []), ...(hasKeys.matches ? [slashSwitch()] : []));
    open(rows, said("recent"));
  }
  async function offer() {
    const q = input.value.trim();
    if (q === "") return offerRecent();
    if (q.length < LEAST || form.dataset.live) return close();
    try {
      const { listings, categories } = await suggestionsFor(q);
      if (input.value.trim() !== q || document.activeElement !== input) return;
      foot.replaceChildren();
      open([...listings.map(listingRow), ...categories.map(categoryRow)], said("found"));
    } catch {
      // Overtaken by a newer request, or there is no connection. Enter searches anyway.
    }
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(offer, WAIT_MS);
  });
  input.addEventListener("focus", () => {
    if (input.value.trim() === "") offerRecent();
  });
  input.addEventListener("keydown", (event) => {
    const { key, isComposing } = event;
    if (isComposing) return;
    const isOpen = !panel.hidden;
    if (key === "Escape" && isOpen) {
      // Otherwise the browser empties the field, too.
      event.preventDefault();
      close();
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return void offer();
      const count = options().length;
      // -1 is the field itself, between the last one and the first.
      const next = chosen + (key === "ArrowDown" ? 1 : -1);
      choose(next < -1 ? count - 1 : next >= count ? -1 : next);
    } else if (key === "Enter" && isOpen && chosen >= 0) {
      event.preventDefault();
      follow(options()[chosen]);
    }
  });
  // A press must not take the focus from the field before the click.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) follow(option);
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) close();
  });
  form.addEventListener("submit", () => remember(input.value));
}

const forms = [...document.querySelectorAll(`form[role=search][action="${prefix}/search"]`)];
forms.forEach(equip);

// The field of the page itself, or else the one in the head

const isWriting = ({ target }) =>
  target instanceof Element && (target.isContentEditable || target.closest("input, textarea, select") !== null);

document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (event.defaultPrevented || altKey) return;
  const isSlash = key === "/" && !ctrlKey && !metaKey && !isWriting(event) && !kept(SLASH_OFF, false);
  const isCommand = key.toLowerCase() === "k" && ctrlKey !== metaKey;
  if (!isSlash && !isCommand) return;
  const input = (forms.find((form) => form.dataset.live) ?? forms[0])?.querySelector("input[name=q]");
  if (!input || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  input.focus();
  input.select();
});

// Filters that lie over the page close when they are left

const sheet = document.querySelector(".filterbox");
const isSheet = () => getComputedStyle(sheet.querySelector(".filters")).position === "fixed";
sheet?.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !isSheet()) return;
  sheet.open = false;
  sheet.querySelector("summary").focus();
});
sheet?.addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget && !sheet.contains(relatedTarget) && isSheet()) sheet.open = false;
});

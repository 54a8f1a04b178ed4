// Comfort inside a field: words become chips, and the length of a text is counted.

import { locale, said } from "./words.js";

const NEAR = 0.6;
const lists = new Intl.ListFormat(locale, { type: "unit" });
const news = document.getElementById("editor-said");

// Words as chips

const redraws = new WeakMap();
const join = (entries) =>
  entries.map((entry) => (/[,"\n]/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry)).join(", ");
const split = (text) =>
  (text.match(/\s*"(?:[^"]|"")*"\s*(?=[,\n]|$)|[^,\n]+/g) ?? [])
    .map((entry) => entry.trim())
    .map((entry) => (/^".*"$/s.test(entry) ? entry.slice(1, -1).replaceAll('""', '"') : entry).trim())
    .filter(Boolean);

function makeChips(area) {
  const label = document.querySelector(`label[for="${CSS.escape(area.id)}"]`).textContent;
  const list = document.createElement("ul");
  list.setAttribute("aria-label", label);
  const input = document.createElement("input");
  input.id = area.id;
  input.autocomplete = "off";
  for (const name of ["aria-describedby", "aria-invalid"])
    if (area.hasAttribute(name)) input.setAttribute(name, area.getAttribute(name));
  const box = document.createElement("div");
  box.className = "entries";
  box.append(list, input);
  area.removeAttribute("id");
  area.hidden = true;
  area.after(box);

  function draw() {
    list.replaceChildren(
      ...split(area.value).map((entry) => {
        const item = document.createElement("li");
        const text = document.createElement("bdi");
        text.textContent = entry;
        const remove = document.createElement("button");
        remove.type = "button";
        remove.textContent = "×";
        remove.setAttribute("aria-label", said("removeEntry", { entry }));
        item.append(text, remove);
        return item;
      }),
    );
  }
  function set(entries, words) {
    area.value = join([...new Set(entries)]);
    news.textContent = words;
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  function add(text) {
    const more = split(text);
    input.value = "";
    if (more.length) set([...split(area.value), ...more], said("addedEntries", { entries: lists.format(more) }));
  }
  function removeAt(index) {
    const entries = split(area.value);
    const [gone] = entries.splice(index, 1);
    set(entries, said("removedEntry", { entry: gone }));
    const left = [...list.querySelectorAll("button")];
    (left[Math.min(index, left.length - 1)] ?? input).focus();
  }
  const buttons = () => [...list.querySelectorAll("button")];
  list.addEventListener("click", ({ target }) => {
    if (target.matches("button")) removeAt(buttons().indexOf(target));
  });
  list.addEventListener("keydown", (event) => {
    const at = buttons().indexOf(event.target);
    if (event.key === "Backspace" || event.key === "Delete") removeAt(at);
    else if (event.key === "ArrowLeft") buttons()[at - 1]?.focus();
    else if (event.key === "ArrowRight") (buttons()[at + 1] ?? input).focus();
    else return;
    event.preventDefault();
  });
  input.addEventListener("keydown", (event) => {
    const isEmpty = input.value === "";
    if (event.key === "Enter" || event.key === ",") add(input.value);
    else if (event.key === "Backspace" && isEmpty && buttons().length) {
      removeAt(buttons().length - 1);
      input.focus();
    } else if (event.key === "ArrowLeft" && isEmpty) buttons().at(-1)?.focus();
    else return;
    event.preventDefault();
  });
  input.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (!/[,\n]/.test(text)) return;
    event.preventDefault();
    add(`${input.value}${text}`);
  });
  // What was typed and not finished counts when the person goes on.
  input.addEventListener("blur", () => add(input.value));
  redraws.set(area, draw);
  draw();
}

// Counts

function count(control) {
  const { value, dataset } = control;
  const most = Number(dataset.count);
  let line = control.parentElement.querySelector(".count");
  if (!line) {
    line = document.createElement("p");
    line.className = "count";
    control.after(line);
  }
  const { length } = [...value];
  const over = length - most;
  line.classList.toggle("over", over > 0);
  line.hidden = length < NEAR * most;
  line.textContent = said(over > 0 ? "tooLong" : "length", { count: length, most, over });
}

// A field that is new or has another text says so with the event "fresh".
function prepare(within) {
  const of = (selector) => [...within.querySelectorAll(selector), ...(within.matches?.(selector) ? [within] : [])];
  for (const area of of("textarea[data-entries]")) (redraws.get(area) ?? makeChips)(area);
  for (const control of of("[data-count]")) count(control);
}
for (const event of ["fresh", "input"]) document.addEventListener(event, ({ target }) => prepare(target));
prepare(document);

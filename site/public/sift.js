// A long select gets a field that leaves only the options with its words.

import { said } from "./words.js";

const [LEAST_ROWS, MOST_ROWS] = [2, 8];
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function equip(select) {
  const input = document.createElement("input");
  Object.assign(input, { type: "search", autocomplete: "off", placeholder: select.dataset.sift });
  input.setAttribute("aria-label", select.dataset.sift);
  input.setAttribute("aria-controls", select.id);
  delete select.dataset.sift;
  const news = Object.assign(document.createElement("span"), { className: "unseen", role: "status" });
  select.before(input, news);
  const options = [...select.options].map((option) => {
    const { label = "" } = option.closest("optgroup") ?? {};
    return { option, text: fold(`${option.text} ${label}`) };
  });

  function sift() {
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    const isSifted = words.length > 0;
    for (const { option, text } of options)
      option.hidden = isSifted && !(option.value && words.every((word) => text.includes(word)));
    for (const group of select.querySelectorAll("optgroup"))
      group.hidden = [...group.children].every(({ hidden }) => hidden);
    const count = options.filter(({ option }) => !option.hidden).length;
    news.textContent = isSifted ? said("suggestions", { count }) : "";
    select.size = isSifted ? Math.min(MOST_ROWS, Math.max(LEAST_ROWS, count)) : 0;
  }
  function clear() {
    input.value = "";
    sift();
  }
  function choose() {
    const first = options.find(({ option }) => !option.hidden)?.option;
    if (!first || !select.options[select.selectedIndex]?.hidden) return;
    first.selected = true;
    for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
  }

  input.addEventListener("input", sift);
  input.addEventListener("keydown", (event) => {
    const { key, isComposing } = event;
    if (isComposing || input.value.trim() === "" || !["Enter", "ArrowDown", "Escape"].includes(key)) return;
    event.preventDefault();
    if (key !== "Escape") choose();
    if (key !== "ArrowDown") clear();
    if (key !== "Escape") select.focus();
  });
  select.addEventListener("keydown", (event) => {
    if (select.size === 0 || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    clear();
  });
  select.addEventListener("click", ({ target }) => {
    if (select.size > 0 && target.matches("option")) clear();
  });
  for (const each of [input, select])
    each.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget !== input && relatedTarget !== select) clear();
    });
}

function prepare({ target }) {
  for (const select of target.querySelectorAll("select[data-sift]")) equip(select);
}
document.addEventListener("fresh", prepare);
prepare({ target: document });

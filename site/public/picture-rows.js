// Gallery rows: moved by drag or buttons. Nothing changes until they are saved.

import { said } from "./words.js";

const rowsIn = (list) => [...list.querySelectorAll(":scope > .picture-row")];
const byAddress = (list) => document.getElementById(`${list.id}-by-address`);
const isFilled = (group) => [...(group?.querySelectorAll("input") ?? [])].some(({ value }) => value !== "");
export const roomIn = (list, most) => Math.max(0, most - rowsIn(list).length - (isFilled(byAddress(list)) ? 1 : 0));

function number(list) {
  const rows = rowsIn(list);
  for (const [index, row] of rows.entries()) {
    rename(row, index);
    row.querySelector("legend").textContent = said("picture", { place: index + 1 });
    for (const button of row.querySelectorAll("button[name=do]")) {
      const [what] = button.value.split(".");
      button.value = `${what}.${index}`;
      button.setAttribute("aria-label", said(what, { place: index + 1 }));
      button.hidden = (what === "up" && index === 0) || (what === "down" && index === rows.length - 1);
    }
    for (const button of row.querySelectorAll("button[data-crop]"))
      button.setAttribute("aria-label", said("cropOne", { place: index + 1 }));
  }
  const last = byAddress(list);
  if (last) rename(last, rows.length);
}

function rename(group, index) {
  for (const element of group.querySelectorAll("[name], [id], [for], [aria-describedby]"))
    for (const name of ["name", "id", "for", "aria-describedby"])
      if (element.hasAttribute(name))
        element.setAttribute(name, element.getAttribute(name).replaceAll(/pictures\.\d+\./g, `pictures.${index}.`));
}

let change = () => undefined;

/** A row for an uploaded picture, or another picture in a row; undefined if there is no room. */
export function addRow(list, { id, url }, { place, onCrop }) {
  const most = Number(document.querySelector(`[data-rows="${list.id}"]`).dataset.most);
  const known = rowsIn(list).find((row) => row.querySelector("input[type=url]").value === url);
  if (known && known !== place) return known;
  if (!place && roomIn(list, most) === 0) return undefined;
  const row = place ?? document.getElementById(`${list.id}-new`).content.cloneNode(true).firstElementChild;
  row.querySelector("input[type=url]").value = url;
  const image = row.querySelector(".picture-preview") ?? document.createElement("img");
  image.className = "picture-preview";
  image.alt = "";
  image.src = `/uploads/${id}/640`;
  row.querySelector("legend").after(image);
  row.querySelector("button[data-crop]")?.remove();
  const crop = document.createElement("button");
  crop.type = "button";
  crop.className = "quiet slim";
  crop.dataset.crop = "";
  crop.textContent = said("crop");
  crop.addEventListener("click", () => onCrop(row));
  row.querySelector(".row").prepend(crop, " ");
  if (!place) {
    list.append(row);
    addHandle(row);
  }
  number(list);
  change(place ? said("cropped") : "");
  return row;
}

function addHandle(row) {
  const handle = document.createElement("span");
  handle.className = "handle";
  handle.draggable = true;
  handle.title = said("drag");
  handle.setAttribute("aria-hidden", "true");
  handle.addEventListener("dragstart", ({ dataTransfer }) => {
    dataTransfer.effectAllowed = "move";
    dataTransfer.setData("text/plain", "");
    dataTransfer.setDragImage(row, 20, 20);
    row.classList.add("moving");
  });
  handle.addEventListener("dragend", () => {
    const list = row.parentElement;
    row.classList.remove("moving");
    number(list);
    change(said("pictureOf", { place: rowsIn(list).indexOf(row) + 1, count: rowsIn(list).length }));
  });
  row.querySelector("legend").after(handle);
}

export function watchRows(list, news) {
  if (!list) return;
  const form = list.closest("form");
  const state = document.createElement("span");
  state.className = "small";
  form.querySelector("p.row > button:not([name])").after(" ", state);
  let isDirty = false;
  change = (words) => {
    isDirty = true;
    state.textContent = said("notSaved");
    if (words) news.textContent = words;
  };
  form.addEventListener("submit", () => {
    isDirty = false;
  });
  form.addEventListener("input", ({ target }) => {
    if (target.type !== "file") change("");
  });
  addEventListener("beforeunload", (event) => {
    if (isDirty) event.preventDefault();
  });

  function remove(row) {
    const at = rowsIn(list).indexOf(row);
    const next = row.nextSibling;
    const note = document.createElement("p");
    note.className = "notice row between";
    const words = document.createElement("span");
    words.textContent = said("pictureRemoved", { place: at + 1 });
    const undo = document.createElement("button");
    undo.type = "button";
    undo.className = "quiet slim";
    undo.textContent = said("undo");
    undo.addEventListener("click", () => {
      note.replaceWith(row);
      number(list);
      news.textContent = said("pictureBack");
      row.querySelector("input").focus();
    });
    note.append(words, undo);
    row.remove();
    list.insertBefore(note, next);
    number(list);
    change(words.textContent);
    undo.focus();
  }

  list.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=do]");
    const row = button?.closest(".picture-row");
    if (!row) return;
    event.preventDefault();
    const [what] = button.value.split(".");
    if (what === "remove") return remove(row);
    const rows = rowsIn(list);
    const other = rows[rows.indexOf(row) + (what === "up" ? -1 : 1)];
    if (what === "up") other.before(row);
    else other.after(row);
    number(list);
    change(said("pictureOf", { place: rowsIn(list).indexOf(row) + 1, count: rows.length }));
    const isLast = button.hidden;
    (isLast ? row.querySelector("button[name=do]:not([hidden])") : button).focus();
  });

  list.addEventListener("dragover", (event) => {
    const moving = list.querySelector(".moving");
    const row = event.target.closest(".picture-row");
    if (!moving) return;
    event.preventDefault();
    if (!row || row === moving) return;
    const { top, height } = row.getBoundingClientRect();
    if (event.clientY < top + height / 2) row.before(moving);
    else row.after(moving);
  });
  list.addEventListener("drop", (event) => {
    if (list.querySelector(".moving")) event.preventDefault();
  });
  for (const row of rowsIn(list)) addHandle(row);
}

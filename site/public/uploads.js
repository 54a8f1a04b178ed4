// Drop, paste, progress and crop for picture fields. Without scripts, a button sends the form.

import { addRow, roomIn, watchRows } from "./picture-rows.js";
import { locale, prefix, said } from "./words.js";

const zones = [...document.querySelectorAll("[data-upload]")];
const MOST_BYTES = 5_000_000;
const NEARLY = 0.02;
const shares = new Intl.NumberFormat(locale, { style: "percent" });

const news = document.createElement("p");
news.className = "unseen";
news.setAttribute("role", "status");
document.body.append(news);

const button = (words, onClick) => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "link-button";
  made.textContent = words;
  made.addEventListener("click", onClick);
  return made;
};

/** Sends one file; resolves to its address, or to what is wrong. */
const send = (form, file, { shape, crop, onProgress }) =>
  new Promise((resolve) => {
    const body = new FormData();
    body.append("csrf", form.elements.csrf.value);
    body.append("shape", shape);
    if (Array.isArray(crop)) body.append("crop", crop.join(","));
    body.append("picture", file, file.name || "picture");
    const request = new XMLHttpRequest();
    request.open("POST", `${prefix}/account/uploads`);
    request.setRequestHeader("accept", "application/json");
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
    const away = () => resolve({ fault: said("offline") });
    for (const event of ["error", "abort", "timeout"]) request.addEventListener(event, away);
    request.addEventListener("load", () => {
      const isDone = request.status === 201 && request.response;
      resolve(isDone ? request.response : { fault: request.response?.detail ?? said("fault") });
    });
    request.send(body);
  });

function lineOf(list, name) {
  const line = document.createElement("li");
  const label = document.createElement("span");
  const text = document.createElement("bdi");
  text.textContent = name;
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", said("upload", { name }));
  const ends = document.createElement("span");
  ends.className = "ends";
  line.append(label, bar, ends);
  list.append(line);
  /** A sentence with the name of the file, which may be in another script. */
  const show = (words, ...more) => {
    const [before, after] = words.split("{name}");
    label.replaceChildren(before, ...(after === undefined ? [] : [text, after]), ...more);
  };
  show("{name} ");
  return {
    line,
    progress(share) {
      // Once it has arrived, nobody knows how long the rest takes.
      if (share < 1) bar.value = share;
      else bar.removeAttribute("value");
      show(share < 1 ? `{name} ${shares.format(share)}` : said("processing"));
    },
    end(words, tone, ...buttons) {
      bar.remove();
      line.className = tone;
      show(words);
      ends.replaceChildren(...buttons);
      news.textContent = label.textContent;
    },
  };
}

function setUp(zone) {
  const form = zone.closest("form");
  const input = zone.querySelector("input[type=file]");
  const { upload: shape, rows, address, most } = zone.dataset;
  for (const plain of zone.querySelectorAll("[data-plain]")) plain.hidden = true;
  const hint = document.createElement("p");
  hint.className = "small";
  hint.textContent = said(rows ? "dropSeveral" : "drop");
  const list = document.createElement("ul");
  list.className = "upload-list";
  zone.querySelector("label").after(hint);
  zone.append(list);
  zone.classList.add("takes-drops");
  let running = Promise.resolve();

  function setAddress(url) {
    const field = document.getElementById(address);
    const before = field.value;
    field.value = url;
    for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
    return before;
  }

  async function cropOf(file, isAsked) {
    // Loaded when the first picture needs it.
    const { chooseCrop, readPicture } = await import("./crop.js");
    const image = await readPicture(file);
    const isFit = image && Math.abs(image.naturalWidth / image.naturalHeight - 1) < NEARLY;
    if (!image || (shape === "square" ? isFit && !isAsked : !isAsked)) return "whole";
    return chooseCrop(image, shape);
  }

  async function take(file, crop, place) {
    const shown = lineOf(list, file.name || "picture");
    const again = button(said("again"), () => {
      shown.line.remove();
      queue(() => take(file, crop, place));
    });
    const dismiss = button(said("dismiss"), () => shown.line.remove());
    if (file.size === 0) return shown.end(said("empty"), "bad", dismiss);
    if (file.size > MOST_BYTES) return shown.end(said("large"), "bad", dismiss);
    shown.progress(0);
    const answer = await send(form, file, { shape, crop, onProgress: shown.progress });
    if (answer.fault) return shown.end(said("notUploaded", { reason: answer.fault }), "bad", again, dismiss);
    const recrop = async (where) => {
      const other = await cropOf(file, true);
      if (other === undefined) return;
      shown.line.remove();
      queue(() => take(file, other, where));
    };
    if (rows) {
      const row = addRow(document.getElementById(rows), answer, { place, onCrop: (where) => recrop(where) });
      if (!row) return shown.end(said("full", { count: Number(most) }), "bad", dismiss);
      shown.end(said("describe"), "good", dismiss);
      return;
    }
    const before = setAddress(answer.url);
    if ("send" in zone.dataset) return form.requestSubmit();
    for (const old of list.children) if (old !== shown.line) old.remove();
    const undo = button(said("undo"), () => {
      setAddress(before);
      shown.end(said("gone"), "", dismiss);
    });
    shown.end(
      said("uploaded"),
      "good",
      button(said("crop"), () => recrop()),
      undo,
    );
  }

  function queue(work) {
    running = running.then(work, work);
  }

  async function takeAll(files) {
    if (!rows) {
      const [file] = files;
      const crop = file && (file.size <= MOST_BYTES ? await cropOf(file, false) : "whole");
      if (crop !== undefined && file) queue(() => take(file, crop));
      return;
    }
    const room = roomIn(document.getElementById(rows), most);
    for (const file of files.slice(0, room)) queue(() => take(file, "whole"));
    const left = files.length - room;
    if (left <= 0) return;
    const words = said("someLeft", { count: left });
    const line = lineOf(list, "");
    line.end(
      words,
      "bad",
      button(said("dismiss"), () => line.line.remove()),
    );
  }

  input.addEventListener("change", () => {
    const files = [...input.files];
    input.value = "";
    void takeAll(files);
  });
  zone.addEventListener("dragover", (event) => {
    if (event.dataTransfer.types.includes("Files")) zone.classList.add("over");
  });
  for (const end of ["dragleave", "drop"]) zone.addEventListener(end, () => zone.classList.remove("over"));
  return { zone, takeAll };
}

const places = zones.map(setUp);
const filesIn = (data) => [...(data?.files ?? [])];
const meant = (target) =>
  places.find(({ zone }) => zone.contains(target)) ??
  places.find(({ zone }) => zone.parentElement.contains(target) && zone.parentElement !== document.body) ??
  places[0];

if (places.length > 0) {
  // A picture that is dropped beside its place would replace the page, with all that was typed.
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const files = filesIn(event.dataTransfer);
    if (files.length === 0) return;
    event.preventDefault();
    meant(event.target)?.takeAll(files);
  });
  document.addEventListener("paste", (event) => {
    const files = filesIn(event.clipboardData).filter(({ type }) => type.startsWith("image/"));
    if (files.length === 0) return;
    event.preventDefault();
    meant(document.activeElement)?.takeAll(files);
  });
}
watchRows(document.getElementById("picture-rows"), news);

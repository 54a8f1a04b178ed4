// A dialog to choose the part of a picture to show, by pointer or keyboard.

import { said } from "./words.js";

const RATIOS = { square: 1, wide: 16 / 9 };
const WIDEST = 640;
const SMALLEST = 10;

/** The picture of a file as the browser shows it; undefined if it cannot. */
export const readPicture = (file) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onerror = () => resolve(undefined);
    reader.onload = () => {
      const image = new Image();
      image.onerror = () => resolve(undefined);
      image.onload = () => resolve(image.naturalWidth > 0 && image.naturalHeight > 0 ? image : undefined);
      image.src = reader.result;
    };
    reader.readAsDataURL(file);
  });

const element = (name, words, attributes = {}) => {
  const made = document.createElement(name);
  if (words) made.textContent = words;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

function slider(words, value, low = 0) {
  const label = element("label", words);
  const input = element("input", "", { type: "range", min: low, max: 100, value });
  label.append(input);
  return { label, input };
}

/** Resolves to [x, y, width, height] as shares of the sides, "whole", or undefined if cancelled. */
export function chooseCrop(image, shape) {
  const { naturalWidth: width, naturalHeight: height } = image;
  const ratio = RATIOS[shape];
  const dialog = element("dialog", "", { class: "crop", "aria-labelledby": "crop-title" });
  const canvas = element("canvas", "", { role: "img", "aria-label": said("cropping") });
  canvas.width = Math.min(width, WIDEST);
  canvas.height = Math.max(1, Math.round((canvas.width * height) / width));
  const size = slider(said("size"), 100, SMALLEST);
  const across = slider(said("across"), 50);
  const down = slider(said("vertical"), 50);
  const use = element("button", said("use"), { type: "button" });
  const whole = element("button", said("whole"), { type: "button", class: "quiet" });
  const cancel = element("button", said("cancel"), { type: "button", class: "quiet" });
  const row = element("p", "", { class: "row" });
  row.append(use, ...(shape === "wide" ? [whole] : []), cancel);
  const title = element("h2", said(shape), { id: "crop-title" });
  dialog.append(title, canvas, size.label, across.label, down.label, row);
  document.body.append(dialog);

  function area() {
    const widest = Math.min(width, height * ratio);
    const w = (widest * size.input.value) / 100;
    const h = w / ratio;
    return { x: ((width - w) * across.input.value) / 100, y: ((height - h) * down.input.value) / 100, w, h };
  }
  const context = canvas.getContext("2d");
  function draw() {
    const scale = canvas.width / width;
    const { x, y, w, h } = area();
    across.input.disabled = w >= width - 0.5;
    down.input.disabled = h >= height - 0.5;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    context.fillStyle = "rgb(0 0 0 / 60%)";
    context.beginPath();
    context.rect(0, 0, canvas.width, canvas.height);
    context.rect(x * scale, y * scale, w * scale, h * scale);
    context.fill("evenodd");
    context.lineWidth = 2;
    context.strokeStyle = "#fff";
    context.strokeRect(x * scale, y * scale, w * scale, h * scale);
  }
  for (const { input } of [size, across, down]) input.addEventListener("input", draw);

  let from;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    from = { x: event.clientX, y: event.clientY, across: Number(across.input.value), down: Number(down.input.value) };
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!from) return;
    const perPixel = width / canvas.getBoundingClientRect().width;
    const { w, h } = area();
    const moved = (start, pixels, room) => (room > 0.5 ? start + (pixels * perPixel * 100) / room : start);
    across.input.value = moved(from.across, event.clientX - from.x, width - w);
    down.input.value = moved(from.down, event.clientY - from.y, height - h);
    draw();
  });
  for (const end of ["pointerup", "pointercancel"])
    canvas.addEventListener(end, () => {
      from = undefined;
    });

  return new Promise((resolve) => {
    let chosen;
    use.addEventListener("click", () => {
      const { x, y, w, h } = area();
      chosen = [x / width, y / height, w / width, h / height];
      dialog.close();
    });
    whole.addEventListener("click", () => {
      chosen = "whole";
      dialog.close();
    });
    cancel.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(chosen);
    });
    draw();
    dialog.showModal();
  });
}

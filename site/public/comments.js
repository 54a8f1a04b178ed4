// Reactions without leaving the place: shown at once, taken back when the site says no.

import { said } from "./words.js";

for (const form of document.querySelectorAll("form[data-reactions]")) {
  form.addEventListener("submit", async (event) => {
    const button = event.submitter;
    if (!button || form.dataset.busy) return event.preventDefault();
    event.preventDefault();
    form.dataset.busy = "true";
    const [state, kind] = button.value.split(" ");
    const counter = button.querySelector("[data-count]");
    const before = Number(counter.textContent);
    const show = (isOn, count) => {
      button.setAttribute("aria-pressed", String(isOn));
      button.value = `${isOn ? "off" : "on"} ${kind}`;
      counter.textContent = count > 0 ? String(count) : "";
    };
    const body = new URLSearchParams([...new FormData(form), ["react", `${state} ${kind}`]]);
    show(state === "on", before + (state === "on" ? 1 : -1));
    try {
      const response = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
      const answer = await response.json().catch(() => undefined);
      if (response.ok && answer) show(answer.on, answer.count);
      else takeBack(answer?.detail ?? said("failed"));
    } catch {
      takeBack(said("offline"));
    } finally {
      delete form.dataset.busy;
    }
    function takeBack(text) {
      show(state !== "on", before);
      document.querySelector(".toast").textContent = text;
    }
  });
}

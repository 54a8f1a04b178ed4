// Push messages can only be turned on by a script, and only when someone asks for them.

import { said } from "./words.js";

const zone = document.querySelector("select[data-guess]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  // Browsers have newer names for some.
  if (![...zone.options].some(({ value }) => value === here)) zone.add(new Option(here.replaceAll("_", " "), here));
  zone.value = here;
}

const WORKER = "/push-worker.js";
const canDo = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

async function subscribe(key) {
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const asked = { userVisibleOnly: true, applicationServerKey: key };
  // One that was made with another key, by a site that stood here before.
  const known = await pushManager.getSubscription();
  if (known && text(known.options.applicationServerKey) !== key) await known.unsubscribe();
  return pushManager.subscribe(asked);
}

for (const form of document.querySelectorAll("form[data-push-key]")) {
  if (!canDo) continue;
  const button = form.querySelector("button");
  const fault = form.querySelector(".fault");
  button.hidden = false;
  form.querySelector("[data-without]")?.remove();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    fault.hidden = true;
    button.disabled = true;
    try {
      const answer = await Notification.requestPermission();
      if (answer !== "granted") {
        fault.textContent = said(answer);
        fault.hidden = false;
        return;
      }
      const subscription = await subscribe(form.dataset.pushKey);
      form.elements.endpoint.value = subscription.endpoint;
      form.elements.p256dh.value = text(subscription.getKey("p256dh"));
      form.elements.auth.value = text(subscription.getKey("auth"));
      form.submit();
    } catch {
      fault.textContent = said("pushFailed");
      fault.hidden = false;
    } finally {
      button.disabled = false;
    }
  });
}

for (const form of document.querySelectorAll("form[data-push-off]")) {
  form.addEventListener("submit", async (event) => {
    if (!canDo) return;
    event.preventDefault();
    try {
      const registration = await navigator.serviceWorker.getRegistration(WORKER);
      await (await registration?.pushManager.getSubscription())?.unsubscribe();
    } finally {
      form.submit();
    }
  });
}

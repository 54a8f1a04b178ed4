// Keeps the number at the bell true, whatever was read meanwhile in another tab or on another device.

const bell = document.querySelector("[data-bell]");
const most = 99;
/** Looking is for those who come back, not for those who switch tabs back and forth. */
const REST_MS = 10_000;
let looked = performance.now();

async function look() {
  if (document.visibilityState !== "visible" || performance.now() - looked < REST_MS) return;
  looked = performance.now();
  const response = await fetch("/notifications/unread.json").catch(() => undefined);
  if (!response?.ok) return;
  const { unread } = await response.json();
  bell.querySelector("[data-unread]").textContent = unread > most ? `${most}+` : String(unread);
  bell.querySelector(".n").hidden = unread === 0;
}

if (bell) {
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    looked = -REST_MS;
    void look();
  });
}

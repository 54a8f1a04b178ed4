// Comfort only: every page works without it.
for (const button of document.querySelectorAll("button[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  if (!source || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.textContent.trim());
    const label = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = label;
    }, 1600);
  });
}

// A page that waits asks again by itself, and loads anew once there is nothing left to wait for.
const waiting = document.querySelector("[data-poll]");
if (waiting) {
  const ask = async () => {
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const next = answer.ok && page.querySelector("[data-poll]");
      if (!next) {
        location.reload();
        return;
      }
      if (next.textContent !== waiting.textContent) waiting.replaceChildren(...next.childNodes);
    } catch {
      // The network is away; the next try may find it.
    }
    setTimeout(ask, Number(waiting.dataset.poll) * 1000);
  };
  setTimeout(ask, Number(waiting.dataset.poll) * 1000);
}

// While a job works, its page is read again and the part that shows it taken over.

const SELECTOR = "[data-poll]";

async function again() {
  const old = document.querySelector(SELECTOR);
  if (!old) return;
  try {
    const answer = await fetch(location.href);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(SELECTOR);
    if (!answer.ok || !fresh) return location.reload();
    old.replaceChildren(...fresh.childNodes);
  } catch {
    // Offline for a moment.
  }
  wait(old);
}

const wait = (part) => setTimeout(again, Number(part.dataset.poll));

const first = document.querySelector(SELECTOR);
if (first) wait(first);

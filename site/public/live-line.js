// One stream of events for all tabs of a browser, in a shared worker or in one of the tabs.

/** The server sends something every 20 seconds. Silence means sleep or a lost connection. */
const SILENT_MS = 50_000;
const LOOK_MS = 10_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [2000, 60_000];
const MOST_TOPICS = 24;
/** Tabs that nobody has looked at for so long need nothing until someone does. */
const UNSEEN_MS = 300_000;

function createLine(tell) {
  let topics = [];
  let source;
  let newest = "";
  let heardAt = 0;
  let failures = 0;
  let timer;
  const known = new Map();

  function close() {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }
  function heard({ lastEventId }) {
    heardAt = Date.now();
    failures = 0;
    if (lastEventId) newest = lastEventId;
  }
  function take({ topic, whole, spread, ...news }) {
    const before = known.get(topic);
    const state = whole ? news : { ...before, ...news, rows: { ...before?.rows, ...news.rows } };
    known.set(topic, state);
    tell({ topic, state, spread });
  }
  /** `isSame`: the topics are those of before, so that only what happened since is needed. */
  function open(isSame) {
    close();
    if (topics.length === 0) return;
    const query = new URLSearchParams(topics.map((topic) => ["on", topic]));
    if (isSame && newest) query.set("since", newest);
    heardAt = Date.now();
    const opened = new EventSource(`/live?${query}`);
    source = opened;
    opened.addEventListener("state", (event) => {
      heard(event);
      take(JSON.parse(event.data));
    });
    opened.addEventListener("beat", heard);
    // After a network failure the browser reconnects with Last-Event-ID, but not after a refusal.
    opened.addEventListener("error", () => {
      heardAt = Date.now();
      if (source !== opened || opened.readyState !== EventSource.CLOSED) return;
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++);
      timer = setTimeout(() => open(true), pause * (0.5 + Math.random()));
    });
  }
  setInterval(() => {
    if (source && Date.now() - heardAt > SILENT_MS) open(true);
  }, LOOK_MS);

  return {
    known: (topic) => known.get(topic),
    /** Topics that are no longer wanted go with the next change. */
    follow(wanted) {
      const isPart = source !== undefined && wanted.every((topic) => topics.includes(topic));
      if (wanted.length > 0 && isPart) return;
      const isSame = wanted.length === topics.length && wanted.every((topic) => topics.includes(topic));
      if (wanted.length === 0) return close();
      topics = wanted;
      for (const topic of known.keys()) if (!topics.includes(topic)) known.delete(topic);
      open(isSame);
    },
  };
}

/** Brings tabs and the stream together. `send` gives a message to a tab. */
export function createSwitchboard(send) {
  const tabs = new Map();
  let timer;
  const line = createLine((message) => {
    for (const [tab, { topics }] of tabs) if (topics.includes(message.topic)) send(tab, message);
  });
  function follow() {
    clearTimeout(timer);
    const all = [...tabs.values()];
    const wanted = [...new Set(all.reverse().flatMap(({ topics }) => topics))].slice(0, MOST_TOPICS);
    if (wanted.length === 0 || all.some(({ isSeen }) => isSeen)) line.follow(wanted);
    else timer = setTimeout(() => line.follow([]), UNSEEN_MS);
  }
  return {
    hello(tab, { topics, isSeen }) {
      tabs.delete(tab);
      tabs.set(tab, { topics, isSeen });
      follow();
      for (const topic of topics) {
        const state = line.known(topic);
        if (state) send(tab, { topic, state, spread: 0 });
      }
    },
    bye(tab) {
      if (tabs.delete(tab)) follow();
    },
  };
}

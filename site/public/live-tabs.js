// Where a page gets updates: the shared worker, the tab that holds a lock, or its own stream.
import { createSwitchboard } from "./live-line.js";

/** Tabs without a worker report regularly. Browsers let hidden tabs do so once a minute. */
const [HERE_MS, GONE_MS] = [30_000, 100_000];
const isSeen = () => document.visibilityState === "visible";

/** Follows topics; `take` gets each state. */
export function followTopics(topics, take) {
  let tab;
  const open = () => {
    tab = shared(topics, take) ?? elected(topics, take) ?? alone(topics, take);
  };
  open();
  document.addEventListener("visibilitychange", () => tab.hello());
  addEventListener("pagehide", () => tab.bye());
  addEventListener("pageshow", ({ persisted }) => persisted && open());
}

function shared(topics, take) {
  if (!window.SharedWorker) return undefined;
  const { port } = new SharedWorker("./live-worker.js", { type: "module", name: "live" });
  port.onmessage = ({ data }) => take(data);
  const lock = navigator.locks && `live-${crypto.randomUUID()}`;
  let release = () => undefined;
  const hello = () => port.postMessage({ topics, isSeen: isSeen(), lock });
  if (lock)
    navigator.locks.request(lock, () => {
      hello();
      return new Promise((resolve) => {
        release = resolve;
      });
    });
  else hello();
  return {
    hello,
    bye() {
      port.postMessage({ isOver: true });
      port.close();
      release();
    },
  };
}

function elected(topics, take) {
  if (!window.BroadcastChannel || !navigator.locks) return undefined;
  const channel = new BroadcastChannel("live");
  const me = crypto.randomUUID();
  const leaving = new AbortController();
  const seenAt = new Map();
  let board;
  let release = () => undefined;
  const own = () => ({ tab: me, topics, isSeen: isSeen() });
  function heard({ tab, isOver, ...wish }) {
    if (isOver) {
      seenAt.delete(tab);
      return board.bye(tab);
    }
    seenAt.set(tab, Date.now());
    board.hello(tab, wish);
  }
  function hello() {
    if (board) heard(own());
    else channel.postMessage(own());
  }
  channel.onmessage = ({ data }) => {
    if (data.to === me) take(data.message);
    else if (data.isNew) hello();
    else if (data.tab && board) heard(data);
  };
  const timer = setInterval(() => {
    if (!board) return hello();
    for (const [tab, at] of seenAt) if (tab !== me && Date.now() - at > GONE_MS) heard({ tab, isOver: true });
  }, HERE_MS);
  const lead = () => {
    board = createSwitchboard((tab, message) =>
      tab === me ? take(message) : channel.postMessage({ to: tab, message }),
    );
    channel.postMessage({ isNew: true });
    hello();
    return new Promise((resolve) => {
      release = resolve;
    });
  };
  navigator.locks.request("live", { signal: leaving.signal }, lead).catch(() => undefined);
  hello();
  return {
    hello,
    bye() {
      clearInterval(timer);
      leaving.abort();
      if (board) for (const tab of [...seenAt.keys()]) heard({ tab, isOver: true });
      else channel.postMessage({ tab: me, isOver: true });
      channel.close();
      release();
    },
  };
}

function alone(topics, take) {
  const board = createSwitchboard((_, message) => take(message));
  const hello = () => board.hello("this", { topics, isSeen: isSeen() });
  hello();
  return { hello, bye: () => board.bye("this") };
}

// Holds the stream for all tabs of this browser. A closed or crashed tab releases its lock.
import { createSwitchboard } from "./live-line.js";

const board = createSwitchboard((port, message) => port.postMessage(message));
self.addEventListener("connect", ({ ports: [port] }) => {
  let isWatched = false;
  port.onmessage = ({ data }) => {
    if (data.isOver) return board.bye(port);
    board.hello(port, data);
    if (!data.lock || isWatched) return;
    isWatched = true;
    navigator.locks.request(data.lock, () => board.bye(port));
  };
});

// Talks to the host of an MCP App (io.modelcontextprotocol/ui, 2026-01-26): JSON-RPC over postMessage.

/** @typedef {any} Json */
/**
 * @typedef {object} Handlers
 * @property {(args: Json) => void} input The arguments of the call that opened the view; they come before its result.
 * @property {(result: Json) => void} result The result of that call. Some hosts never deliver it.
 * @property {() => void} cancelled
 */

const host = window.parent;
/** A host may never answer a request that it does not know. */
const TIMEOUT_MS = 60_000;
/** @type {Map<number, [resolve: (value: Json) => void, reject: (error: Error) => void]>} */
const waiting = new Map();
let lastId = 0;
let lastHeight = 0;
let hasFixedHeight = false;

const post = (message) => host.postMessage({ jsonrpc: "2.0", ...message }, "*");
const notify = (method, params = {}) => post({ method, params });

function request(method, params) {
  const id = ++lastId;
  post({ id, method, params });
  return new Promise((resolve, reject) => {
    waiting.set(id, [resolve, reject]);
    setTimeout(() => waiting.delete(id) && reject(new Error("")), TIMEOUT_MS);
  });
}

function adapt(context) {
  const root = document.documentElement;
  if (context.theme) root.style.colorScheme = context.theme;
  for (const [name, value] of Object.entries(context.styles?.variables ?? {}))
    if (value && name.startsWith("--")) root.style.setProperty(name, value);
  const inset = context.safeAreaInsets;
  if (inset) document.body.style.padding = `${inset.top}px ${inset.right}px ${inset.bottom}px ${inset.left}px`;
  if (context.containerDimensions) hasFixedHeight = "height" in context.containerDimensions;
  if (context.locale) root.dataset.locale = context.locale;
}

function tellSize() {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  if (hasFixedHeight || height === lastHeight) return;
  lastHeight = height;
  notify("ui/notifications/size-changed", { height });
}

/**
 * Starts the exchange. `initialized` is sent before anything is drawn, because hosts keep the frame
 * hidden until then.
 * @param {string} name
 * @param {Handlers} handlers
 */
export async function connect(name, handlers) {
  const told = {
    "ui/notifications/tool-input": (params) => handlers.input(params.arguments ?? {}),
    "ui/notifications/tool-result": handlers.result,
    "ui/notifications/tool-cancelled": handlers.cancelled,
    "ui/notifications/host-context-changed": adapt,
  };
  const asked = ["ping", "ui/resource-teardown"];
  addEventListener("message", ({ source, data }) => {
    if (source !== host || data?.jsonrpc !== "2.0") return;
    const { id, method, params = {}, result, error } = data;
    if (method === undefined) {
      const [resolve, reject] = waiting.get(id) ?? [];
      waiting.delete(id);
      error ? reject?.(new Error(error.message)) : resolve?.(result);
    } else if (id === undefined) told[method]?.(params);
    else
      post(asked.includes(method) ? { id, result: {} } : { id, error: { code: -32601, message: "Method not found" } });
  });
  const { hostCapabilities: can = {}, hostContext = {} } = await request("ui/initialize", {
    appInfo: { name, version: "1" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
    protocolVersion: "2026-01-26",
  });
  notify("ui/notifications/initialized");
  adapt(hostContext);
  new ResizeObserver(() => requestAnimationFrame(tellSize)).observe(document.body);
  return { can, modes: hostContext.availableDisplayModes ?? [] };
}

export function dataOf({ structuredContent, content = [] }) {
  if (structuredContent) return structuredContent;
  try {
    return JSON.parse(content.find(({ type }) => type === "text").text);
  } catch {
    return undefined;
  }
}

export const refusalOf = ({ content = [] }) => (content[0]?.text ?? "").split("\n")[0].replace(/^[a-z_]+: /, "");

export async function call(name, args) {
  const result = await request("tools/call", { name, arguments: args });
  if (result.isError) throw new Error(refusalOf(result));
  return dataOf(result);
}

export const openLink = (url) =>
  request("ui/open-link", { url }).then(
    ({ isError }) => !isError,
    () => false,
  );
const words = (text) => [{ type: "text", text }];
export const sayInChat = (text) => request("ui/message", { role: "user", content: words(text) });
export function tellModel(text) {
  request("ui/update-model-context", { content: words(text) }).catch(() => undefined);
}
export const setMode = (mode) => request("ui/request-display-mode", { mode });

import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

/** Runs in the browser: a host with the official AppBridge, in front of a view in a sandboxed frame. */

/** What a host enforces for a view that names no domains. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; media-src 'self' data:; connect-src 'none'";
const VARIABLES = {
  "--color-background-primary": "light-dark(#ffffff, #262624)",
  "--color-background-secondary": "light-dark(#f5f4ed, #30302e)",
  "--color-text-primary": "light-dark(#141413, #faf9f5)",
  "--color-text-secondary": "light-dark(#5e5d59, #c2c0b6)",
  "--color-border-primary": "light-dark(#d9d7cc, #4a4945)",
  "--font-sans": "system-ui, sans-serif",
};

globalThis.openApp = async (html, { theme = "light", input, quirks = [], width = 500, locale = "en-US" }, result) => {
  const has = (quirk) => quirks.includes(quirk);
  document.documentElement.dataset.theme = theme;
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.title = "App";
  // Claude shows the frame when the view has said `initialized`.
  frame.style.cssText = `width:${width}px;height:80px;visibility:hidden`;
  document.querySelector("#slot").replaceChildren(frame);
  const log = [];
  globalThis.log = log;
  const bridge = new AppBridge(
    null,
    { name: "test-host", version: "1" },
    {
      updateModelContext: { text: {} },
      ...(!has("no messages") && { message: { text: {} } }),
      ...(!has("no links") && { openLinks: {} }),
      ...(!has("show only") && { serverTools: {} }),
    },
    {
      hostContext: {
        theme,
        locale,
        ...(!has("no styles") && { styles: { variables: VARIABLES } }),
        displayMode: "inline",
        availableDisplayModes: ["inline", "fullscreen"],
        containerDimensions: has("fixed height") ? { width, height: 300 } : { width, maxHeight: 4000 },
        ...(has("safe area") && { safeAreaInsets: { top: 10, right: 11, bottom: 12, left: 13 } }),
      },
    },
  );
  globalThis.bridge = bridge;
  bridge.oninitialized = async () => {
    log.push("initialized");
    frame.style.visibility = "visible";
    await bridge.sendToolInput({ arguments: input });
    if (has("cancelled")) await bridge.sendToolCancelled({ reason: "stopped" });
    // Some hosts on phones hand the result to the model only. The answer to another request shows that the input arrived.
    else if (has("no result")) await bridge.teardownResource({}).then(() => log.push("no result"));
    else await bridge.sendToolResult(has("text only") ? { content: result.content } : result);
  };
  bridge.onsizechange = ({ height }) => {
    log.push(`size ${height}`);
    if (!has("fixed height")) frame.style.height = `${height}px`;
  };
  bridge.onopenlink = async ({ url }) => {
    log.push(`open ${url}`);
    return has("no links") ? { isError: true } : {};
  };
  bridge.onmessage = async ({ content }) => {
    log.push(`say ${content.map((block) => ("text" in block ? block.text : "")).join(" ")}`);
    return {};
  };
  bridge.onupdatemodelcontext = async ({ content = [] }) => {
    log.push(`tell ${content.map((block) => ("text" in block ? block.text : "")).join(" ")}`);
    return {};
  };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    log.push(`mode ${mode}`);
    return { mode };
  };
  bridge.oncalltool = async ({ name, arguments: args }) => {
    log.push(`call ${name} ${JSON.stringify(args)}`);
    return has("silent") ? new Promise(() => undefined) : globalThis.callTool(name, args);
  };
  if (has("fixed height")) frame.style.height = "300px";
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html.replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
};

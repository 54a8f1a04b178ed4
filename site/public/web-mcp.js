// Offers the tools that read to the assistant of the browser, with the rights of the person.

import { prefix } from "./words.js";

const isSignedIn = document.querySelector(`.signs a[href="${prefix}/account"]`) !== null;
const listed = await fetch("/webmcp/tools.json");

for (const { access, ...tool } of listed.ok ? await listed.json() : []) {
  if (access !== "public" && !isSignedIn) continue;
  document.modelContext.registerTool({
    ...tool,
    async execute(input) {
      const query = new URLSearchParams({ input: JSON.stringify(input) });
      const response = await fetch(`/webmcp/call/${tool.name}?${query}`, { headers: { accept: "application/json" } });
      return response.json();
    },
  });
}

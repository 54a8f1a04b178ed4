import type { Settings } from "../../../core/settings/config.ts";
import { teamPages } from "../../../core/settings/policies.ts";
import { storeAddress } from "../../../resources/server-card.ts";
import { SCREENSHOTS } from "./anthropic.ts";
import type { KitFile } from "./file.ts";

type Facts = {
  proof: string;
  /** The registry key's file, if elsewhere. */
  keyFile: string | undefined;
  screenshots: number;
};

export function readme(settings: Settings, { proof, keyFile, screenshots }: Facts): KitFile {
  const { SITE_NAME, BASE_URL, MCP_REGISTRY_AUTH } = settings;
  const host = new URL(BASE_URL).hostname;
  const { privacy, terms, imprint } = teamPages(settings);
  const kept = keyFile ?? "registry/key.pem";
  const lacking = SCREENSHOTS.least - screenshots;
  const content = `# Submit ${SITE_NAME} to stores for assistants

The address for all stores is ${storeAddress(settings)}. The forms change: read the store's own pages on the day you submit.

## Before you submit

1. Create an account for reviewers, one for each store, and note the password:
   \`debut reviewer create --email reviewer@${host}\`
2. Read ${privacy}, ${terms} and ${imprint}. Make them yours at ${BASE_URL}/admin/pages.
3. Run \`debut doctor --stores\` until no row is BAD. Then make this kit again if settings changed.

## MCP Registry

1. ${MCP_REGISTRY_AUTH === proof ? "MCP_REGISTRY_AUTH has the proof of the key." : `Set this and restart the site:\n   \`MCP_REGISTRY_AUTH="${proof}"\``}
2. Install mcp-publisher, then, in the folder \`registry\`:
   \`mcp-publisher login http --domain ${host} --private-key "$(openssl pkey -in ${keyFile ?? "key.pem"} -noout -text | grep -A3 priv: | tail -n +2 | tr -d ' :\\n')"\`
   \`mcp-publisher publish\`
3. Keep ${kept} secret and safe. For the next version use \`debut submit-kit --to FOLDER --key ${kept}\`.

## OpenAI

1. Verify your identity in the OpenAI Platform. A person with the role of an owner must do this.
2. Start a plugin with MCP, and enter ${storeAddress(settings)}.
3. The form shows a token. Set OPENAI_APPS_CHALLENGE to it, restart the site, and verify the domain.
4. Upload \`openai/chatgpt-app-submission.json\`, which fills in the app, the reasons for tool hints and the test cases.
   \`openai/plugin.zip\` has the same server as a plugin, with the manifest and the icon.
5. Copy the prompts of \`openai/prompts.txt\`, and upload \`openai/icon.png\`.
6. Enter the email and the password of a reviewer. Record a demo video if the form asks for one.
7. Try each case of \`openai/test-cases.json\` in ChatGPT, with developer mode, on the web and on a phone.

## Anthropic

1. Open the form for connectors. It needs a paid plan of an organization.
2. Copy the fields of \`anthropic/connector.json\`, and upload \`anthropic/icon.png\`.
3. ${
    lacking > 0
      ? `Take ${SCREENSHOTS.least} to ${SCREENSHOTS.most} screenshots of the apps as PNG, at least ` +
        `${SCREENSHOTS.minWidth} pixels wide, and put them into \`anthropic/screenshots\`. ${screenshots} ` +
        `${screenshots === 1 ? "is" : "are"} there.`
      : "Upload the pictures of `anthropic/screenshots`."
  }
4. Enter the email and the password of a reviewer, which must work for at least 30 days.
5. Try each case of \`anthropic/test-cases.json\` in Claude, as a custom connector.

## Afterwards

Delete the reviewers' accounts: \`debut reviewer delete --email reviewer@${host}\`
`;
  return { path: "README.md", content };
}

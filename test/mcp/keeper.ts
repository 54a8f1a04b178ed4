import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";

/** What a client keeps between requests, and where it wants to send the person. */
export function createKeeper(redirect: string, documentUrl?: string) {
  const kept: {
    client?: StoredOAuthClientInformation | undefined;
    tokens?: StoredOAuthTokens | undefined;
    verifier?: string;
    discovery?: OAuthDiscoveryState;
    asked: URL[];
  } = { asked: [] };
  const provider: OAuthClientProvider = {
    redirectUrl: redirect,
    ...(documentUrl && { clientMetadataUrl: documentUrl }),
    clientMetadata: {
      client_name: "Test client",
      redirect_uris: [redirect],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    invalidateCredentials: (what) => {
      if (what === "tokens" || what === "all") kept.tokens = undefined;
      if (what === "client" || what === "all") kept.client = undefined;
    },
    redirectToAuthorization: (url) => {
      kept.asked.push(url);
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? "",
    discoveryState: () => kept.discovery,
    saveDiscoveryState: (discovery) => {
      kept.discovery = discovery;
    },
  };
  return { kept, provider };
}

export type Keeper = ReturnType<typeof createKeeper>;

import Provider, { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { Deps } from "#actions/context.ts";
import { hashToken } from "#core/credentials/tokens.ts";
import { given } from "#domain/text/given.ts";
import type { OauthObject } from "#store/repos/accounts/oauth.ts";

/** Models whose id is the secret itself: only its hash is stored. */
const SECRET_IDS = new Set([
  "AccessToken",
  "AuthorizationCode",
  "RefreshToken",
  "RegistrationAccessToken",
  "InitialAccessToken",
  "Session",
  "Interaction",
  "ClientCredentials",
  "ReplayDetection",
]);

/** How often an old refresh token may be sent again within the leeway, after a lost response. */
const MAX_REUSES = 5;

type Pieces = Pick<Deps, "store" | "now"> & {
  refreshLeewaySeconds: number;
  admitClient: () => Promise<void>;
};

export const adapterFor =
  ({ store, now, refreshLeewaySeconds, admitClient }: Pieces) =>
  (model: string): Adapter => {
    const isSecret = SECRET_IDS.has(model);
    const keyOf = (id: string) => (isSecret ? hashToken(id) : id);
    /**
     * The lock keys of a change: an object and its possibly revoked grant. Clients are counted, so
     * they share one lock.
     */
    const touchedBy = (id: string, grantId = model === "Grant" ? id : undefined) =>
      model === "Client" ? undefined : [`oauth ${keyOf(id)}`, ...(grantId === undefined ? [] : [`grant ${grantId}`])];
    const leewayStart = () => new Date(now().getTime() - refreshLeewaySeconds * 1000);
    const hasLeeway = model === "RefreshToken" && refreshLeewaySeconds > 0;

    /** A used refresh token's leeway ends once its grandchild is used: the client has received both. */
    const mayComeAgain = async ({ id, consumedAt }: OauthObject): Promise<boolean> =>
      hasLeeway && consumedAt !== null && consumedAt > leewayStart() && !(await store.oauth.hasUsedGrandchild(id));

    async function load(row: OauthObject | undefined, id?: string): Promise<AdapterPayload | undefined> {
      if (!row || (row.expiresAt && row.expiresAt <= now())) return undefined;
      const payload = withSecret(model, JSON.parse(row.payload), isSecret ? id : undefined);
      // The provider revokes the whole family if a refresh token is already consumed.
      if (row.consumedAt && model !== "Client" && !(await mayComeAgain(row))) {
        payload.consumed = Math.floor(row.consumedAt.getTime() / 1000);
      }
      return payload;
    }

    return {
      async upsert(id, payload, expiresIn) {
        const at = now();
        if (model === "Client" && !(await store.oauth.find(model, id))) await admitClient();
        await store.change(
          (tx) =>
            tx.oauth.put({
              model,
              id: keyOf(id),
              payload: JSON.stringify(isSecret || model === "Client" ? withoutSecret(model, payload) : payload),
              // A grant has its own id here, so that revoking it is one statement.
              grantId: payload.grantId ?? (model === "Grant" ? id : null),
              uid: payload.uid ?? (model === "RefreshToken" ? rotatedToken() : null),
              accountId: payload.accountId ?? null,
              clientId: payload.clientId ?? payload.client_id ?? null,
              createdAt: at,
              expiresAt: expiresIn ? new Date(at.getTime() + expiresIn * 1000) : null,
            }),
          touchedBy(id, payload.grantId),
        );
      },
      async find(id) {
        return load(await store.oauth.find(model, keyOf(id)), id);
      },
      async findByUid(uid) {
        return load(await store.oauth.findByUid(model, uid));
      },
      async findByUserCode() {
        return undefined;
      },
      async destroy(id) {
        await store.change((tx) => tx.oauth.remove(model, keyOf(id)), touchedBy(id));
      },
      async revokeByGrantId(grantId) {
        await store.change((tx) => tx.oauth.removeByGrant(model, grantId), [`grant ${grantId}`]);
      },
      /** Only one of several concurrent requests succeeds, except for refresh tokens within their leeway. */
      async consume(id) {
        const consumed = await store.change(async (tx) => {
          if (await tx.oauth.consume(model, keyOf(id), now())) return true;
          return hasLeeway && (await tx.oauth.reuse(model, keyOf(id), leewayStart(), MAX_REUSES));
        }, touchedBy(id));
        if (!consumed) throw new errors.InvalidGrant(`${model} was already used`);
      },
    };
  };

/** The key of the refresh token that the new one replaces. */
function rotatedToken(): string | null {
  const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken?.jti;
  return rotated === undefined ? null : hashToken(rotated);
}

/** Removes secrets outside the id: the id in an interaction's `returnTo`, and the session cookie. */
function withoutSecret(model: string, payload: AdapterPayload): AdapterPayload {
  const { jti: _, ...kept } = payload;
  if (model === "Client" && payload.client_secret) {
    return { ...payload, client_secret: hashToken(payload.client_secret) };
  }
  if (model === "Interaction") {
    const { returnTo, session } = payload;
    const { cookie: __, ...shownSession } = session ?? {};
    return {
      ...kept,
      returnTo: returnTo?.slice(0, -given(payload.jti).length),
      ...(session ? { session: shownSession } : {}),
    };
  }
  return model === "Client" ? payload : kept;
}

function withSecret(model: string, payload: AdapterPayload, id: string | undefined): AdapterPayload {
  if (id === undefined) return payload;
  payload.jti = id;
  if (model === "Interaction" && payload.returnTo) payload.returnTo += id;
  return payload;
}

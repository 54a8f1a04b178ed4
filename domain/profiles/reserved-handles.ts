import reserved from "./reserved-handles.json" with { type: "json" };

/** First path segments of this and typical sites. A test compares them with the routes. */
export const ROUTE_NAMES: readonly string[] = reserved.routes;

/** Roles, also reserved as part of a handle: `ann-support`. */
export const TEAM_NAMES: readonly string[] = reserved.team;

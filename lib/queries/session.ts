/** Requests of the browser's own session, apart from the queries of members, because every page loads them. */
import { apiSend } from "#lib/api.ts";
import type { Preferences, Session, SignIn } from "#lib/contracts/member.ts";

export const signIn = (credentials: SignIn) => apiSend<Session>("POST", "/api/session", credentials);
/** `leaveTo`: the URL at which the browser also ends the session at the identity provider. */
export const signOut = () => apiSend<{ leaveTo: string } | undefined>("DELETE", "/api/session");
export const changePreferences = (preferences: Preferences) => apiSend("PUT", "/api/preferences", preferences);

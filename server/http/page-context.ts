/** The door of pages: who asks, and may they. Every page of the desk begins here. */
import "server-only";
import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { localPath } from "#lib/paths.ts";
import { type Action, may } from "#lib/roles.ts";
import { readSession } from "#server/access/read-session.ts";
import type { Context } from "#server/context.ts";
import { PATH_HEADER } from "#server/http/door-headers.ts";
import { systemContext } from "#server/http/runtime.ts";
import { readSessionCookie } from "#server/http/session-cookie.ts";

/** What pages hand to the verbs. */
export type PageContext = Context;

/** Without a session: to `/sign-in?next=…`. With a role that lacks the action: the page of `app/forbidden.tsx`, 403. */
export async function pageContext(action?: Action): Promise<Context> {
	const found = await signedIn();
	if (!found) {
		const path = localPath((await headers()).get(PATH_HEADER));
		redirect(path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`);
	}
	if (action && !may(found.context.member.role, action)) forbidden();
	return found.context;
}

/** For pages that anybody may see (sign-in): the context when there is a session, null otherwise. */
export async function visitorContext(): Promise<Context | null> {
	return (await signedIn())?.context ?? null;
}

/** Of the session that asks, as in its cookie, for verbs that must know it from the member's others; after `pageContext`. */
export async function pageSessionId(): Promise<string> {
	return (await signedIn())?.sessionId ?? "";
}

// Layout and page of one request ask once.
const signedIn = cache(async (): Promise<{ context: Context; sessionId: string } | null> => {
	const system = systemContext();
	const id = await readSessionCookie(system.config, (await headers()).get("cookie"));
	const session = await readSession(system, { id });
	return session && { context: { ...system, member: session.member }, sessionId: session.id };
});

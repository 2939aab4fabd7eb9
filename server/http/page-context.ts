/** The door of pages: who asks, and may they. Every page of the desk begins here. */
import "server-only";
import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import type { Preferences } from "#lib/contracts/member.ts";
import type { SessionStage } from "#lib/contracts/second-factor.ts";
import { DATABASE_AWAY } from "#lib/page-faults.ts";
import { localPath } from "#lib/paths.ts";
import { type Action, may } from "#lib/roles.ts";
import { readSession } from "#server/access/read-session.ts";
import type { Actor, Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { PATH_HEADER } from "#server/http/door-headers.ts";
import { noteRefusal } from "#server/http/note-refusal.ts";
import { systemContext } from "#server/http/runtime.ts";
import { readSessionCookie } from "#server/http/session-cookie.ts";
import { presenceOf } from "#server/second-factor/step-up/presence.ts";
import { isDatabaseAway } from "#server/store/silence.ts";

/** What reaches the browser of an error is its digest alone: this one says what the page shall say. */
class PageFaultError extends Error {
	override readonly name = "PageFaultError";
	readonly digest: string;

	constructor(digest: string, cause: unknown) {
		super(digest, { cause });
		this.digest = digest;
	}
}

/** What pages hand to the verbs. */
export type PageContext = Context;

interface SignedIn {
	context: Context;
	sessionId: string;
	/** Through all renewals of the id. */
	sessionKey: string;
	passwordTemporary: boolean;
	preferences: Preferences;
	stage: SessionStage;
}

const SECOND_STEP_PATH = "/second-step";

/** Without a session: to `/sign-in?next=…`. With a role that lacks the action: the page of `app/forbidden.tsx`, 403. */
export async function pageContext(action?: Action): Promise<Context> {
	const found = await signedIn();
	if (!found) redirect(await withNext("/sign-in"));
	if (found.stage !== "full") redirect(await withNext(SECOND_STEP_PATH));
	if (found.passwordTemporary) redirect("/new-password");
	if (action && !may(found.context.member.role, action)) {
		const { role, id } = found.context.member;
		const refusal = new AppError("forbidden", `${role} may not ${action}`);
		await noteRefusal(found.context, refusal, { member: id, action, method: "GET", route: "page" });
		forbidden();
	}
	return found.context;
}

/** For pages that anybody may see (sign-in): the context when there is a full session, null otherwise. */
export async function visitorContext(): Promise<Context | null> {
	const found = await signedIn();
	return found?.stage === "full" ? found.context : null;
}

/** For the page of the second step alone: a session that owes it. Others go to `next`, or to the sign-in. */
export async function unfinishedContext(next: string): Promise<{ context: Context; stage: "factor" | "enrolment" }> {
	const found = await signedIn();
	if (!found) redirect(next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`);
	if (found.stage === "full") redirect(next);
	return { context: found.context, stage: found.stage };
}

async function withNext(door: string): Promise<string> {
	const path = localPath((await headers()).get(PATH_HEADER));
	return path === "/" ? door : `${door}?next=${encodeURIComponent(path)}`;
}

/** For the page that changes it, alone: the member whose password somebody else has set; everybody else is sent on. */
export async function temporaryMember(): Promise<Actor> {
	const found = await signedIn();
	if (!found) redirect("/sign-in");
	if (!found.passwordTemporary) redirect("/");
	return found.context.member;
}

/** What the member who asks once chose; nothing before the sign-in, or while nobody can be asked. */
export async function memberPreferences(): Promise<Preferences> {
	// The page that says that the database is away has a language, too.
	const found = await signedIn().catch(() => null);
	return found?.preferences ?? {};
}

/** Of the session that asks, as in its cookie, for verbs that must know it from the member's others; after `pageContext`. */
export async function pageSessionId(): Promise<string> {
	return (await signedIn())?.sessionId ?? "";
}

/** The name of the same session through all renewals of its id. */
export async function pageSessionKey(): Promise<string> {
	return (await signedIn())?.sessionKey ?? "";
}

// Layout and page of one request ask once.
const signedIn = cache(async (): Promise<SignedIn | null> => {
	const system = systemContext();
	const id = await readSessionCookie(system.config, (await headers()).get("cookie"));
	const session = await readSession(system, { id, unfinished: true }).catch((error: unknown) => {
		throw isDatabaseAway(error) ? new PageFaultError(DATABASE_AWAY, error) : error;
	});
	if (!session) {
		const refusal = new AppError("unauthenticated", "no living session");
		if (id) await noteRefusal(system, refusal, { sessionId: id, method: "GET", route: "page" });
		return null;
	}
	const { id: sessionId, key: sessionKey, member, passwordTemporary, preferences, stage } = session;
	const presence = presenceOf(session, system.clock);
	return { context: { ...system, member, presence }, sessionId, sessionKey, passwordTemporary, preferences, stage };
});

import "server-only";
import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { DATABASE_AWAY } from "#lib/addresses/page-faults.ts";
import type { Preferences } from "#lib/contracts/member.ts";
import { localPath } from "#lib/paths.ts";
import { type Action, may } from "#lib/roles.ts";
import { type LiveSession, readSession } from "#server/access/read-session.ts";
import type { Actor, Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { readSessionCookie } from "#server/http/cookies/session-cookie.ts";
import { PATH_HEADER } from "#server/http/headers/internal-headers.ts";
import { logDenied } from "#server/http/log-denied-request.ts";
import { currentSystem } from "#server/http/runtime.ts";
import { presenceOf } from "#server/second-factor/step-up/presence.ts";
import { isDatabaseAway } from "#server/store/query-timeout.ts";

/** An error whose digest we choose: Next sends the browser nothing but the digest, by which the page chooses its message. */
class PageFaultError extends Error {
	override readonly name = "PageFaultError";
	readonly digest: string;

	constructor(digest: string, cause: unknown) {
		super(digest, { cause });
		this.digest = digest;
	}
}

export type { Context };

const SECOND_STEP_PATH = "/second-step";

/** Redirects members who must first sign in, pass the second step or change a password. A role without the action gets a 403. */
export async function pageContext(action?: Action): Promise<Context> {
	const found = await signedIn();
	if (!found) redirect(await withNext("/sign-in"));
	if (found.session.stage !== "full") redirect(await withNext(SECOND_STEP_PATH));
	if (found.session.passwordTemporary) redirect("/new-password");
	if (action && !may(found.context.member.role, action)) {
		const { role, id } = found.context.member;
		const refusal = new AppError("forbidden", `${role} may not ${action}`);
		await logDenied(found.context, refusal, { member: id, action, method: "GET", route: "page" });
		forbidden();
	}
	return found.context;
}

/** Returns the context of a full session, for public pages (sign-in); null otherwise. */
export async function visitorContext(): Promise<Context | null> {
	const found = await signedIn();
	return found?.session.stage === "full" ? found.context : null;
}

/** Returns the context of a session that still needs the second step, for that step's page. Redirects everybody else. */
export async function unfinishedContext(next: string): Promise<{ context: Context; stage: "factor" | "enrolment" }> {
	const found = await signedIn();
	if (!found) redirect(next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`);
	const { context, session } = found;
	if (session.stage === "full") redirect(next);
	return { context, stage: session.stage };
}

async function withNext(page: string): Promise<string> {
	const path = localPath((await headers()).get(PATH_HEADER));
	return path === "/" ? page : `${page}?next=${encodeURIComponent(path)}`;
}

/** Returns the member who must change a temporary password, for that change's page. Redirects everybody else. */
export async function temporaryMember(): Promise<Actor> {
	const found = await signedIn();
	if (!found) redirect("/sign-in");
	if (found.session.stage !== "full") redirect(SECOND_STEP_PATH);
	if (!found.session.passwordTemporary) redirect("/");
	return found.context.member;
}

/** Returns the member's preferences; none before the sign-in, or while the database is unavailable. */
export async function memberPreferences(): Promise<Preferences> {
	// The page that reports an unavailable database needs a language too: it then comes from the cookie.
	const found = await signedIn().catch(() => null);
	return found?.session.preferences ?? {};
}

/** Returns the current session's id, as in its cookie. Call it after `pageContext`. */
export async function pageSessionId(): Promise<string> {
	return (await signedIn())?.session.id ?? "";
}

export async function pageSessionKey(): Promise<string> {
	return (await signedIn())?.session.key ?? "";
}

const signedIn = cache(async (): Promise<{ context: Context; session: LiveSession } | null> => {
	const system = await currentSystem();
	const id = await readSessionCookie(system.config, (await headers()).get("cookie"));
	const session = await readSession(system, { id, unfinished: true }).catch((error: unknown) => {
		throw isDatabaseAway(error) ? new PageFaultError(DATABASE_AWAY, error) : error;
	});
	if (!session) {
		const refusal = new AppError("unauthenticated", "no open session");
		if (id) await logDenied(system, refusal, { sessionId: id, method: "GET", route: "page" });
		return null;
	}
	return { context: { ...system, member: session.member, presence: presenceOf(session, system.clock) }, session };
});

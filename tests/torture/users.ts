/** Members of the desk, each with a real session that both web programs accept. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Role } from "#lib/roles.ts";
import { createAsOwner } from "#server/cli/member/create-as-owner.ts";
import { systemClock } from "#server/context.ts";
import { leaveProofFor } from "#tests/support/desk/leave-proof.ts";
import { askNoSecondFactor } from "#tests/support/desk/no-second-factor.ts";
import type { Deployment } from "#tests/torture/deployment.ts";

export interface DeskAnswer {
	status: number;
	body: unknown;
}

/** One member's request to one web program; null when no answer came. */
export type User = (
	web: 0 | 1,
	method: "GET" | "POST",
	path: string,
	body?: unknown,
	idempotencyKey?: string,
) => Promise<DeskAnswer | null>;

export interface Users {
	makers: readonly User[];
	approvers: readonly User[];
	admin: User;
	/** Confirms what the admin asks for. */
	deputy: User;
}

const PATIENCE_MS = 20_000;
const PRESS_AGAIN_MS = 500;
/** A request to a sleeping machine arrives when it wakes. */
const PATIENCE_WITH_SLEEPERS_MS = 1_500;

export async function createUsers(deployment: Deployment): Promise<Users> {
	await askNoSecondFactor(deployment.database);
	const create = (role: Role, count: number) =>
		Promise.all(Array.from({ length: count }, () => createUser(deployment, role)));
	const [makers, approvers] = [await create("maker", 2), await create("approver", 2)];
	return {
		makers,
		approvers,
		admin: await createUser(deployment, "admin"),
		deputy: await createUser(deployment, "admin"),
	};
}

export async function openSession(deployment: Deployment, role: Role): Promise<Record<string, string>> {
	const { credentials } = await makeMember(deployment, role);
	return { ...browserHeaders(deployment), cookie: await signIn(deployment, 0, credentials) };
}

interface Credentials {
	email: string;
	password: string;
}

async function makeMember(deployment: Deployment, role: Role): Promise<{ memberId: string; credentials: Credentials }> {
	const suffix = randomBytes(6).toString("hex");
	const password = `baobab-${randomBytes(9).toString("hex")}`;
	const member = { email: `${role}-${suffix}@cauri.example`, name: `${role} ${suffix}`, role, password };
	const { id: memberId } = await createAsOwner(deployment.database, systemClock, member);
	return { memberId, credentials: { email: member.email, password } };
}

async function createUser(deployment: Deployment, role: Role): Promise<User> {
	const { memberId, credentials } = await makeMember(deployment, role);
	let cookie = await signIn(deployment, 0, credentials);
	const ask: User = async (web, method, path, body, idempotencyKey) => {
		try {
			// The member's proof is left here, because the torture tests the steps after it.
			if (method === "POST") await leaveProofFor(deployment.database, memberId, { path, body });
			const response = await fetch(deployment.origins[web] + path, {
				method,
				signal: AbortSignal.timeout(deployment.webs[web].isSpared ? PATIENCE_WITH_SLEEPERS_MS : PATIENCE_MS),
				headers: {
					...browserHeaders(deployment),
					cookie,
					...(body === undefined ? {} : { "content-type": "application/json" }),
					...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
				},
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			});
			return { status: response.status, body: await response.json() };
		} catch {
			return null;
		}
	};
	return async (web, ...asked) => {
		const answer = await ask(web, ...asked);
		if (answer?.status !== 401) return answer;
		// An admin who was idle for a quarter of an hour is signed out.
		const renewed = await signIn(deployment, web, credentials).catch(() => null);
		if (renewed === null) return answer;
		cookie = renewed;
		return ask(web, ...asked);
	};
}

/** Returns the session's cookie. Tries again, because a busy machine may be away for a moment. */
async function signIn(deployment: Deployment, web: 0 | 1, body: Credentials): Promise<string> {
	for (const deadline = Date.now() + PATIENCE_MS; ; await pause(PRESS_AGAIN_MS)) {
		const answer = await fetch(`${deployment.origins[web]}/api/session`, {
			method: "POST",
			headers: { ...browserHeaders(deployment), "content-type": "application/json" },
			body: JSON.stringify(body),
		}).catch(() => null);
		if (answer?.ok) return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
		if (Date.now() > deadline || (answer && answer.status < 500))
			throw new Error(`sign-in: ${answer ? `${answer.status} ${await answer.text()}` : "no answer"}`);
	}
}

/** Both web programs are behind one address, so the browser always sends the same origin. */
function browserHeaders(deployment: Deployment): Record<string, string> {
	return { origin: deployment.origins[0], "sec-fetch-site": "same-origin" };
}

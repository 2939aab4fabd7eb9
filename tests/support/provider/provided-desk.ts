/** A desk and its provider, used as by a browser: to the provider, through its form, and back. */
import { randomBytes } from "node:crypto";
import { GET as CALLBACK } from "#app/api/single-sign-on/callback/route.ts";
import { GET as BEGIN } from "#app/api/single-sign-on/route.ts";
import { GET as STATUS } from "#app/api/status/route.ts";
import type { Database } from "#server/store/database.ts";
import { fixedClock, systemContext, testConfig } from "#tests/support/contexts.ts";
import { ask, cookieOf, serveWith } from "#tests/support/desk/desk-requests.ts";
import type { IdentityProvider, Person } from "#tests/support/provider/identity-provider.ts";
import { walkSignIn } from "#tests/support/provider/walk-sign-in.ts";

export const ORIGIN = "http://localhost:3000";

interface Begun {
	loginState: string;
	address: URL;
}

export async function begin(path = "/api/single-sign-on"): Promise<Begun> {
	const begun = await ask(BEGIN, path);
	if (begun.status !== 303) throw new Error(`the way to the provider is closed: ${begun.status}`);
	return { loginState: cookieOf(begun), address: new URL(begun.headers.get("location") ?? "") };
}

export async function atProvider(
	login: string,
	path?: string,
	jar?: Map<string, string>,
): Promise<Begun & { back: string }> {
	const begun = await begin(path);
	const address = await walkSignIn(begun.address, ORIGIN, login, jar);
	return { ...begun, back: `${address.pathname}${address.search}` };
}

/** Headers of the provider's redirect: from another site, as a page load. */
const FROM_PROVIDER = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
export const comeBack = (back: string, cookie: string | null, headers: Record<string, string> = FROM_PROVIDER) =>
	ask(CALLBACK, back, { cookie, headers });

export async function signInAs(login: string, path?: string, jar?: Map<string, string>) {
	const { back, loginState } = await atProvider(login, path, jar);
	const answer = await comeBack(back, loginState);
	const to = new URL(answer.headers.get("location") ?? "", ORIGIN);
	const cookies = answer.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
	const session = cookies.find((each) => /^cauri=./.test(each)) ?? null;
	return { to, fault: to.searchParams.get("fault"), session };
}

export const isIn = async (cookie: string | null) => (await ask(STATUS, "/api/status", { cookie })).status === 200;

/** Tokens carry the machine's time, so the desk must use the machine's clock. */
export function providedDesk(database: Database, provider: IdentityProvider) {
	const clock = fixedClock(new Date());
	const system = systemContext({ database, clock, config: testConfig(provider.environment) });
	serveWith(system);
	return { clock, system };
}

export function newPerson(provider: IdentityProvider, facts: Partial<Person> = {}): Person & { login: string } {
	const login = `u-${randomBytes(5).toString("hex")}`;
	const whole = { emailVerified: true, name: `Person ${login}`, groups: ["staff"], ...facts };
	const known = { email: `${login}@test.example`, ...whole };
	provider.people.set(login, known);
	return { ...known, login };
}

export const memberOf = (database: Database, email: string) =>
	database.selectFrom("member").selectAll().where("email", "=", email).executeTakeFirst();

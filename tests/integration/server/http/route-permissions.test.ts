import { globSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemSchema } from "#lib/contracts/problem.ts";
import type { StepUpPurpose } from "#lib/contracts/second-factor.ts";
import { ROLES, type Role } from "#lib/roles.ts";
import { liveUpdateHub } from "#server/http/live-update-hub.ts";
import { sealSecret } from "#server/second-factor/seal-secret.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { addMember, systemContext, TEST_NOW, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";
import { leaveProof } from "#tests/support/desk/leave-proof.ts";
import { openSession } from "#tests/support/desk/open-session.ts";
import { ANY_MEMBER, ANYBODY, allowed, ROUTES } from "#tests/support/desk/route-permissions.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

const VALUES: Record<string, string> = {
	id: "01JQ0000000000000000000000",
	currency: "XOF",
	reference: "pay-1",
	code: "wave-ci",
};

const { database, url } = await createTestDatabase();
const system = systemContext({ database, config: testConfig({ DATABASE_URL: url }) });
serveWith(system);
afterAll(() => liveUpdateHub(system).close());

const cookies = new Map<Role, string>();
for (const role of ROLES) {
	const member = await addMember(database, role);
	cookies.set(role, await cookieFor(member.id));
}

type Handler = Parameters<typeof ask>[0];
const routes = await Promise.all(
	globSync("app/api/**/route.{ts,tsx}").map(async (file) => {
		const path = file.replace(/^app/, "").replace(/\/route\.tsx?$/, "");
		const exported = (await import(new URL(`../../../../${file}`, import.meta.url).pathname)) as Record<
			string,
			Handler
		>;
		return Object.entries(exported).map(([method, handler]) => ({ name: `${method} ${path}`, path, method, handler }));
	}),
);
const all = routes.flat();

/** Sends what a browser would, with a body that no schema accepts, so nothing is ever done. */
async function call(route: (typeof all)[number], options: { cookie?: string; headers?: Record<string, string> }) {
	const leaving = new AbortController();
	const body = route.method === "GET" ? {} : { body: { nothing: "that any schema knows" } };
	const names = [...route.path.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
	const params = Object.fromEntries(names.map((name) => [name, VALUES[name] ?? name]));
	const path = route.path.replace(/\[(\w+)\]/g, (_, name: string) => VALUES[name] ?? name);
	const request = { method: route.method, params, signal: leaving.signal, ...body, ...options };
	const response = await ask(route.handler, path, request);
	leaving.abort();
	const isProblem = response.headers.get("content-type") === "application/problem+json";
	return { status: response.status, code: isProblem ? problemSchema.parse(await response.json()).code : null };
}

/** The provider's server posts a form there; the requests here are a browser's. */
const OF_SERVERS = "POST /api/single-sign-on/back-channel";
const cells = all.flatMap((route) => ROLES.map((role) => ({ ...route, role, needs: ROUTES[route.name] })));

describe("a role at a route", () => {
	const ofBrowsers = cells.filter(({ name }) => name !== OF_SERVERS);

	test.each(ofBrowsers)("$role × $name, which needs $needs", async ({ role, needs, ...route }) => {
		const cookie = cookies.get(role) ?? "";
		const answer = await call(route, route.name === "DELETE /api/session" ? {} : { cookie });
		const isOpen = needs === undefined || needs === ANYBODY || needs === ANY_MEMBER;
		if (!isOpen && !allowed(role, needs)) expect(answer).toEqual({ status: 403, code: "forbidden" });
		else if (needs !== undefined && isProved(route, needs)) expect(answer.code).toBe("step_up_needed");
		else expect([401, 403]).not.toContain(answer.status);
	});
});

describe("without a session", () => {
	const guarded = all.filter((route) => ROUTES[route.name] !== ANYBODY);

	test.each(guarded)("$name gives nothing", async (route) => {
		expect(await call(route, {})).toEqual({ status: 401, code: "unauthenticated" });
		const headers = { "x-middleware-subrequest": "proxy", rsc: "1", "next-router-prefetch": "1" };
		expect(await call(route, { headers })).toEqual({ status: 401, code: "unauthenticated" });
	});
});

describe("from another site", () => {
	const unsafe = all.filter((route) => route.method !== "GET");

	test.each(all.filter((route) => route.method === "GET"))("$name is not read, admin or not", async (route) => {
		const cookie = cookies.get("admin") ?? "";
		for (const site of ["cross-site", "same-site"])
			expect(await call(route, { cookie, headers: { "sec-fetch-site": site } })).toEqual({
				status: 403,
				code: "foreign_origin",
			});
	});

	test.each(unsafe)("$name is refused, admin or not", async (route) => {
		const cookie = cookies.get("admin") ?? "";
		const foreign: Record<string, string>[] = [
			{ origin: "https://evil.example", "sec-fetch-site": "cross-site" },
			{ origin: "null" },
			{ "sec-fetch-site": "same-site" },
		];
		for (const headers of foreign)
			expect(await call(route, { cookie, headers })).toEqual({ status: 403, code: "foreign_origin" });
	});

	// A browser's request to that route is refused above.
	const ofBrowsers = unsafe.filter(({ name }) => name !== OF_SERVERS);

	test.each(ofBrowsers)("$name takes no form and no text, from our own site either", async (route) => {
		const cookie = cookies.get("admin") ?? "";
		for (const type of ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"])
			expect(await call(route, { cookie, headers: { "content-type": type } })).toEqual({
				status: 415,
				code: "not_json",
			});
	});
});

/** The routes that a session reaches before it is full, by its stage. */
const OPEN_TO: Record<"factor" | "enrolment", readonly string[]> = {
	factor: ["POST /api/session/second-step", "POST /api/session/second-step/challenge"],
	enrolment: [
		"POST /api/account/passkeys",
		"POST /api/account/passkeys/challenge",
		"GET /api/account/second-factor",
		"POST /api/account/totp",
		"PUT /api/account/totp",
		"POST /api/step-up",
		"POST /api/step-up/challenge",
	],
};

describe.each(["factor", "enrolment"] as const)("a session that owes its %s", (stage) => {
	const unfinished = new Map<Role, string>();
	beforeAll(async () => {
		if (stage === "enrolment") await setPolicy("everybody");
		for (const role of ROLES) {
			const member = await addMember(database, role);
			if (stage === "factor") await addTotp(member.id);
			unfinished.set(role, await cookieFor(member.id));
		}
	});
	afterAll(() => setPolicy("off"));
	const guarded = cells.filter(({ needs }) => needs !== ANYBODY);

	test.each(guarded)("$role × $name reaches its own step alone", async ({ role, needs: _, ...route }) => {
		const answer = await call(route, { cookie: unfinished.get(role) ?? "" });
		const owed = { status: 403, code: stage === "factor" ? "second_step_needed" : "enrolment_needed" };
		if (OPEN_TO[stage].includes(route.name)) expect(answer.code).not.toBe(owed.code);
		else expect(answer).toEqual(owed);
	});
});

describe("a proof of who asks", () => {
	const proved = all.filter((route) => isProved(route, ROUTES[route.name]));
	const purposeOf = (route: (typeof all)[number]) => (ROUTES[route.name] === "member.manage" ? "members" : "settings");
	const withProof = async (purpose: StepUpPurpose, at: Date) => {
		const member = await addMember(database, "admin");
		const cookie = await cookieFor(member.id);
		const row = database.selectFrom("session").select("key").where("member_id", "=", member.id);
		const { key: sessionKey } = await row.executeTakeFirstOrThrow();
		const isBound = purpose === "approve" || purpose === "settle";
		await leaveProof(database, {
			memberId: member.id,
			sessionKey,
			purpose,
			at,
			...(isBound ? { digests: ["of-one"] } : {}),
		});
		return cookie;
	};
	const needed = { status: 403, code: "step_up_needed" };

	test("is asked for by every route that changes members or settings", () => {
		expect(proved.length).toBeGreaterThan(12);
		expect(proved.map(({ name }) => name)).toContain("PUT /api/second-factor-policy");
	});

	test.each(proved)(
		"$name wants its own, not five minutes old, and none that was given for a payment",
		async (route) => {
			const purpose = purposeOf(route);
			const other = purpose === "settings" ? "members" : "settings";
			const old = new Date(TEST_NOW.getTime() - 5 * 60_000);
			expect(await call(route, { cookie: await withProof(purpose, old) })).toEqual(needed);
			for (const foreign of [other, "approve", "settle", "export", "account"] as const)
				expect(await call(route, { cookie: await withProof(foreign, TEST_NOW) })).toEqual(needed);
			const fresh = await call(route, { cookie: await withProof(purpose, TEST_NOW) });
			expect([401, 403]).not.toContain(fresh.status);
		},
	);
});

function isProved({ method }: { method: string }, needs: string | undefined): boolean {
	return method !== "GET" && (needs === "settings.manage" || needs === "member.manage");
}

function cookieFor(id: string): Promise<string> {
	return openSession(system, { id }, TEST_NOW);
}

function setPolicy(policy: string): Promise<void> {
	return keepSetting(database, "second_factor", { policy, passwordless: true });
}

async function addTotp(memberId: string): Promise<void> {
	const secret = sealSecret(system.config, memberId, new Uint8Array(20));
	const times = { created_at: TEST_NOW, confirmed_at: TEST_NOW };
	await asOwner(database, (trx) => insertRows(trx, "totp", { member_id: memberId, secret, ...times }));
}

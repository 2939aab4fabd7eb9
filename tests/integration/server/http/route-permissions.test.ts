import { globSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { problemSchema } from "#lib/contracts/problem.ts";
import { type Action, ROLES, type Role } from "#lib/roles.ts";
import { changeHub } from "#server/http/change-hub.ts";
import { addMember, systemContext, TEST_NOW, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";
import { openSession } from "#tests/support/desk/open-session.ts";
import { ANY_MEMBER, ANYBODY, ROUTES } from "#tests/support/desk/route-permissions.ts";

/** What each role may not do, independent of lib/roles.ts. */
const FORBIDDEN: Record<Role, readonly Action[]> = {
	viewer: [
		"transaction.import",
		"deposit.start",
		"payout.request",
		"payout.decide",
		"payout.resolve",
		"reconciliation.decide",
		"audit.read",
		"member.read",
		"member.manage",
		"settings.read",
		"settings.manage",
		"change_request.read",
		"change_request.stop",
		"change_request.confirm",
	],
	maker: [
		"payout.decide",
		"payout.resolve",
		"reconciliation.decide",
		"audit.read",
		"member.read",
		"member.manage",
		"settings.read",
		"settings.manage",
		"change_request.read",
		"change_request.stop",
		"change_request.confirm",
	],
	approver: [
		"deposit.start",
		"payout.request",
		"member.read",
		"member.manage",
		"settings.read",
		"settings.manage",
		"change_request.confirm",
	],
	admin: [],
};
const VALUES: Record<string, string> = {
	id: "01JQ0000000000000000000000",
	currency: "XOF",
	reference: "pay-1",
	code: "wave-ci",
};

const { database, url } = await createTestDatabase();
const system = systemContext({ database, config: testConfig({ DATABASE_URL: url }) });
serveWith(system);
afterAll(() => changeHub(system).close());

const cookies = new Map<Role, string>();
for (const role of ROLES) {
	const member = await addMember(database, role);
	cookies.set(role, await openSession(system, member, TEST_NOW));
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

/** As a browser would, with a body that no schema takes: nothing is ever done, only asked for. */
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

const cells = all.flatMap((route) => ROLES.map((role) => ({ ...route, role, needs: ROUTES[route.name] })));

describe("a role at a route", () => {
	test.each(cells)("$role × $name, which needs $needs", async ({ role, needs, ...route }) => {
		const cookie = cookies.get(role) ?? "";
		const answer = await call(route, route.name === "DELETE /api/session" ? {} : { cookie });
		const forbidden = FORBIDDEN[role].some((action) => action === needs);
		if (forbidden) expect(answer).toEqual({ status: 403, code: "forbidden" });
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

	test("only signing in, signing out and preferences are for anybody", () => {
		const open = all.filter((route) => ROUTES[route.name] === ANYBODY).map((route) => route.name);
		expect(open.sort()).toEqual(["DELETE /api/session", "POST /api/session", "PUT /api/preferences"]);
		expect(all.some((route) => ROUTES[route.name] === ANY_MEMBER)).toBe(true);
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

	test.each(unsafe)("$name takes no form and no text, from our own site either", async (route) => {
		const cookie = cookies.get("admin") ?? "";
		for (const type of ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"])
			expect(await call(route, { cookie, headers: { "content-type": type } })).toEqual({
				status: 415,
				code: "not_json",
			});
	});
});

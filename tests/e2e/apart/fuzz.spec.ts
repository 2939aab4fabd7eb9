import { Agent, request } from "undici";
import type { Role } from "#lib/roles.ts";
import { createFuzz, type FuzzRequest } from "#tests/e2e/apart/fuzz-requests.ts";
import { cookieOf, expect, makeMember, type TestMember, test } from "#tests/e2e/fixtures.ts";
import { seededRandom } from "#tests/support/random.ts";

test.use({ apart: "fuzz", environment: { LOG_LEVEL: "error" } });
test.setTimeout(600_000);

const REQUESTS = 8_000;
const AT_ONCE = 24;
/** Far longer than any answer may take: a longer request hangs. */
const HANG_MS = 30_000;
const ROLES: readonly Role[] = ["admin", "admin", "maker", "approver", "viewer"];
/** The stack of an error, which no answer may contain. */
const STACK = /\n\s+at \S+ ?\(?[^\n]*:\d+:\d+|node_modules|\/server\/[\w/-]+\.ts/;

test("eight thousand requests that nobody meant meet no fault of ours, no stack and no silence", async ({ desk }) => {
	await desk.sandbox.fund("XOF", "1000");
	const members: TestMember[] = await Promise.all(ROLES.map((role) => makeMember(desk, role)));
	const cookies = await Promise.all(members.map((member) => cookieOf(desk, member)));
	const { rows } = await desk.pool.query("select id from payment union all select id::text from movement limit 20");
	const ids = [...members.map(({ id }) => id), ...rows.map(({ id }) => String(id)), "01ARZ3NDEKTSV4RRFFQ69G5FAV", "1"];
	const fuzz = await createFuzz(seededRandom(2_026), ids);
	const agent = new Agent({ connections: AT_ONCE, headersTimeout: HANG_MS, bodyTimeout: HANG_MS });
	const faults: string[] = [];
	const met = new Map<number, number>();
	let sent = 0;

	const send = async (asked: FuzzRequest, place: number) => {
		const who = place % cookies.length;
		const answer = await request(`${desk.origin}${asked.path}`, {
			dispatcher: agent,
			method: asked.method as "GET",
			headers: {
				cookie: cookies[who] ?? "",
				origin: desk.origin,
				"sec-fetch-site": "same-origin",
				"idempotency-key": `fuzz-key-of-request-${place}`,
				...(asked.body === null || !asked.contentType ? {} : { "content-type": asked.contentType }),
			},
			body: asked.body,
		});
		const text = await answer.body.text();
		met.set(answer.statusCode, (met.get(answer.statusCode) ?? 0) + 1);
		if (answer.statusCode >= 500 || STACK.test(text))
			faults.push(
				`${answer.statusCode} ${asked.method} ${asked.path.slice(0, 300)} ${asked.body?.slice(0, 300) ?? ""}: ${text.slice(0, 200)}`,
			);
		// The request ended this session, so another member takes over.
		if (answer.statusCode === 401) cookies[who] = await cookieOf(desk, await makeMember(desk, ROLES[who] ?? "admin"));
		if (answer.statusCode === 400 && text.startsWith("{")) fuzz.learn(asked, JSON.parse(text).fields ?? {});
	};
	const lane = async () => {
		while (sent < REQUESTS && faults.length < 20) {
			const place = sent++;
			const asked = fuzz.next();
			await send(asked, place).catch((error: Error) =>
				faults.push(`${error.message}: ${asked.method} ${asked.path.slice(0, 300)}`),
			);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, lane));
	await agent.close();

	expect(faults).toEqual([]);
	expect(sent).toBe(REQUESTS);
	// Requests reached the verbs: some succeeded, others were refused for their content or for the person.
	for (const status of [200, 400, 403, 404]) expect(met.get(status) ?? 0, `answers ${status}`).toBeGreaterThan(100);
	console.log(`fuzz: ${JSON.stringify(Object.fromEntries([...met].sort(([a], [b]) => a - b)))}`);
});

import { describe, expect, test } from "vitest";
import { POST as SIGN_IN } from "#app/api/session/route.ts";
import { GET as DETAIL } from "#app/api/transactions/[reference]/route.ts";
import { GET as RECENT } from "#app/api/transactions/route.ts";
import { problemSchema } from "#lib/contracts/problem.ts";
import { recentLookupsSchema, transactionSchema } from "#lib/contracts/transaction.ts";
import { createAsOwner } from "#server/cli/member/create-as-owner.ts";
import { fixedClock, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, cookieOf, serveWith } from "#tests/support/desk/desk-requests.ts";
import { TEST_SECRET, WIRE_PAYOUT } from "#tests/support/service/momo-client.ts";
import { servedClient } from "#tests/support/service/served-client.ts";

const { database } = await createTestDatabase();
const { scripted, client: service } = await servedClient({ reads: { retries: 0 } });
const clock = fixedClock();
serveWith(systemContext({ database, clock, service }));
const WHO = { email: "viewer@test.example", password: "green-river-stone-kettle" };
await createAsOwner(database, clock, { ...WHO, name: "Vi", role: "viewer" });
const cookie = cookieOf(await ask(SIGN_IN, "/api/session", { method: "POST", body: WHO }));

const lookUp = (reference: string, who: string | null = cookie) =>
	ask(DETAIL, `/api/transactions/${encodeURIComponent(reference)}`, { params: { reference }, cookie: who });
const problemOf = async (response: Response) => problemSchema.parse(await response.json());

describe("the transactions' routes", () => {
	test("give the transaction to a viewer, and its look-up to the list", async () => {
		scripted.answer((_request, respond) => respond.json(200, { ...WIRE_PAYOUT, history: [] }));
		const response = await lookUp(WIRE_PAYOUT.reference);
		expect(response.status).toBe(200);
		expect(response.headers.get("cache-control")).toBe("private, no-store");
		expect(transactionSchema.parse(await response.json()).amount).toBe("45000.00");
		const recent = await ask(RECENT, "/api/transactions", { cookie });
		expect(recentLookupsSchema.parse(await recent.json()).items).toMatchObject([{ reference: WIRE_PAYOUT.reference }]);
	});

	test("give nobody anything without a session, and do not ask the service for them; say 404 for what the service does not know, and 400 for what is no reference", async () => {
		scripted.requests.length = 0;
		expect((await lookUp("TX-1", null)).status).toBe(401);
		expect((await ask(RECENT, "/api/transactions", { cookie: null })).status).toBe(401);
		expect(scripted.requests).toHaveLength(0);
		scripted.answer((_request, respond) => respond.json(404, {}));
		const unknown = await lookUp("TX-NONE");
		expect([unknown.status, (await problemOf(unknown)).code]).toEqual([404, "not_found"]);
		const hostile = await lookUp("../../wallets/fiat/XOF");
		expect([hostile.status, (await problemOf(hostile)).fields]).toEqual([400, { reference: "invalid" }]);
	});

	test("hand on the service's own words as words and its Retry-After, and no more of it", async () => {
		scripted.answer((_request, respond) => {
			respond.json(429, { detail: `<b>Slow</b> down ${TEST_SECRET}` }, { "retry-after": "12" });
		});
		const response = await lookUp("TX-1");
		expect(response.status).toBe(502);
		expect(await problemOf(response)).toMatchObject({
			code: "service_refused",
			detail: "<b>Slow</b> down [redacted]",
			retryAfterSeconds: 12,
		});
	});

	test("say that the service is away when it is, and put no words into its mouth", async () => {
		scripted.answer((_request, respond) => respond.reset());
		const response = await lookUp("TX-1");
		const { code, detail } = await problemOf(response);
		expect([response.status, code, detail]).toEqual([503, "service_unreachable", undefined]);
	});
});

/** Made from the routes: a member who loses the right between the route's check and the act's transaction changes nothing. */

import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { DEFAULT_ACCOUNTS } from "#lib/contracts/journal.ts";
import { problemSchema } from "#lib/contracts/problem.ts";
import type { ViewToSave } from "#lib/contracts/view.ts";
import { type Action, STEP_UP_OF } from "#lib/roles.ts";
import { requestExport } from "#server/background-exports/request-export.ts";
import { createBatch } from "#server/batches/draft/create-batch.ts";
import { pauseBatch } from "#server/batches/pause-batch.ts";
import { liveUpdateHub } from "#server/http/live-update-hub.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { Database } from "#server/store/database.ts";
import { saveView } from "#server/views/save-view.ts";
import { addMember } from "#tests/support/contexts.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";
import { findRoute } from "#tests/support/desk/find-route.ts";
import { leaveProof } from "#tests/support/desk/leave-proof.ts";
import { newBatch, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { openSession } from "#tests/support/desk/open-session.ts";
import { resolvable, shownEvidence } from "#tests/support/desk/resolution.ts";
import { ANY_MEMBER, ANYBODY, ROUTES } from "#tests/support/desk/route-permissions.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { DEPOSIT_INPUT, newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { findRow, updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();

/** These routes read, and change nothing. */
const READS = [
	"POST /api/batches/table",
	"POST /api/deposits/preview",
	"POST /api/payouts/preview",
	"POST /api/recipients/usual-operator",
	"POST /api/search",
];
const acts = Object.entries(ROUTES)
	.filter(([name, needs]) => !name.startsWith("GET ") && needs !== ANYBODY && needs !== ANY_MEMBER)
	.filter(([name]) => !READS.includes(name))
	.map(([name]) => name);

interface Act {
	params?: Record<string, string>;
	body?: unknown;
}
const NOBODY = "01JQ0000000000000000000000";
const reason = "A reason that is long enough";
const line = { verdict: "fee", reason };
const VIEW: ViewToSave = {
	...{ list: "payouts", name: "Mine", query: "", shared: false, columns: null, density: "normal", rows: 50 },
};
const verdictOn = async (kind: "payout" | "deposit") => {
	const { id, amount, version } = await resolvable(desk, kind);
	const evidence = await shownEvidence(desk.viewer, { kind, id });
	return { params: { id }, body: { amount, version, outcome: "not_paid", reason, evidence } };
};
const waiting = async (change: object) => {
	const { id, version } = await desk.requested();
	return { params: { id }, body: { version, ...change } };
};

/** An act that would succeed if the member still had the right. */
const ACTS: Record<string, Act | (() => Promise<Act>)> = {
	"POST /api/batches": { body: newBatch() },
	"POST /api/batches/[id]/copy": async () => {
		const { id } = await requestedBatch(desk.maker, newBatch());
		return { params: { id }, body: { name: "Again", amounts: "kept" } };
	},
	"PATCH /api/batches/[id]/rows": async () => {
		const { id, version } = await createBatch(desk.admin, newBatch(), desk.key());
		return { params: { id }, body: { rows: "faulty", reason, version } };
	},
	"POST /api/batches/[id]/decision": async () => {
		const { id, version } = await requestedBatch(desk.maker, newBatch());
		return { params: { id }, body: { decision: "reject", version, reason } };
	},
	"POST /api/batches/[id]/pause": async () => ({
		params: { id: (await requestedBatch(desk.maker, newBatch())).id },
		body: {},
	}),
	"POST /api/batches/[id]/resume": async () => {
		const { id } = await requestedBatch(desk.maker, newBatch());
		await pauseBatch(desk.maker, { id });
		return { params: { id } };
	},
	"PATCH /api/batches/[id]/rows/[n]": async () => {
		const { id, version } = await createBatch(desk.admin, newBatch(), desk.key());
		return { params: { id, n: "1" }, body: { version, amount: "1" } };
	},
	"POST /api/batches/[id]/stop": async () => ({
		params: { id: (await requestedBatch(desk.maker, newBatch())).id },
		body: {},
	}),
	"POST /api/change-requests/[id]": { params: { id: NOBODY }, body: { decision: "confirm" } },
	"POST /api/configuration/acknowledgement": { body: { reason } },
	"POST /api/configuration/forgotten-permits": { body: { attempts: [NOBODY], reason } },
	"POST /api/configuration/sending": { body: { decision: "stop", reason } },
	"POST /api/deposits": { body: DEPOSIT_INPUT },
	"POST /api/deposits/[id]/check": async () => ({ params: { id: (await desk.sent({ kind: "deposit" })).id } }),
	"POST /api/deposits/[id]/resolution": () => verdictOn("deposit"),
	"DELETE /api/deposits/[id]/resolution": async () => ({ params: (await verdictOn("deposit")).params }),
	"PUT /api/final-failures": { body: { status: "declined", listed: true, confirmation: "declined" } },
	"POST /api/imported-transactions": { body: { references: ["TX-1"] } },
	"POST /api/members": {
		body: { email: "new@test.example", name: "Awa Traoré", role: "maker", password: "kapok lantern seven tortoise" },
	},
	"PATCH /api/members/[id]": async () => ({
		params: { id: (await addMember(desk.database, "viewer")).id },
		body: { role: "maker" },
	}),
	"DELETE /api/members/[id]/second-factor": async () => ({
		params: { id: (await addMember(desk.database, "maker")).id },
	}),
	"DELETE /api/members/[id]/sessions": { params: { id: NOBODY } },
	"DELETE /api/members/[id]/sessions/[session]": { params: { id: NOBODY, session: "0123456789abcdef" } },
	"POST /api/invitations": { body: { email: "come@test.example", name: "Issa Koné", role: "viewer", locale: "fr" } },
	"POST /api/invitations/[id]": { params: { id: NOBODY } },
	"DELETE /api/invitations/[id]": { params: { id: NOBODY } },
	"PATCH /api/operators/[code]": { params: { code: "wave-ci" }, body: { windowMinutes: 31 } },
	"POST /api/orphan-answers/[id]": async () => ({
		params: { id: await orphanAnswer() },
		body: { action: "dismiss", reason },
	}),
	"PUT /api/payment-expiry": { body: { payoutMinutes: 2000, depositMinutes: 60 } },
	"PUT /api/batch-failures": { body: { failurePercent: 5 } },
	"PUT /api/new-numbers": { body: { restMinutes: 30, secondPerson: true } },
	"POST /api/recipients": { body: { name: "Awa", number: "+2250700000001" } },
	"PATCH /api/recipients/[id]": { params: { id: NOBODY }, body: { version: 1, name: "Awa" } },
	"DELETE /api/recipients/[id]": { params: { id: NOBODY } },
	"POST /api/recipients/[id]/erasure": { params: { id: NOBODY } },
	"POST /api/recipients/[id]/merge": { params: { id: NOBODY }, body: { version: 1, doubles: ["another"] } },
	"POST /api/recipients/blocked-numbers": { body: { number: "+2250700000001", reason } },
	"POST /api/recipients/blocked-numbers/unblocking": { body: { number: "+2250700000001" } },
	"POST /api/recipients/import": { body: { rows: [{ name: "Awa", number: "0700000001" }] } },
	"PUT /api/payout-rules/[currency]": {
		params: { currency: "XOF" },
		body: {
			...{ version: 0, perPayment: "1000", perPersonDay: null, perDestinationDay: null },
			...{ noApproverUpTo: "0", oneApproverUpTo: null },
		},
	},
	"POST /api/payouts": async () => ({ body: newPayout() }),
	"PATCH /api/payouts/[id]": () => waiting({ amount: "44000" }),
	"POST /api/payouts/[id]/check": async () => ({
		params: { id: (await desk.sent({ answer: (respond) => respond.reset() })).id },
	}),
	"POST /api/payouts/[id]/decision": () => waiting({ decision: "approve" }),
	"POST /api/payouts/[id]/resolution": () => verdictOn("payout"),
	"DELETE /api/payouts/[id]/resolution": async () => ({ params: (await verdictOn("payout")).params }),
	"POST /api/payouts/decisions": async () => {
		const { id, version } = await desk.requested();
		return { body: { decision: "approve", payouts: [{ id, version }] } };
	},
	"POST /api/payouts/resolutions": async () => {
		const { id, amount, version } = await resolvable(desk, "payout");
		const evidence = await shownEvidence(desk.viewer, { kind: "payout", id });
		return { body: { outcome: "not_paid", reason, evidence, total: amount, payouts: [{ id, amount, version }] } };
	},
	"PUT /api/fee-rules": { body: { currency: "XOF", rule: { deposit: "beside", withdrawal: "beside", types: [] } } },
	"PUT /api/journal-accounts": { body: DEFAULT_ACCOUNTS },
	"POST /api/statements/[currency]/closings": {
		params: { currency: "XOF" },
		body: { month: "2026-01", decision: "propose", version: 0 },
	},
	"PUT /api/send-order": { body: { currency: "XOF", smallerFirst: true } },
	"POST /api/reconciliation/movements/[id]/decision": { params: { id: "17" }, body: line },
	"POST /api/reconciliation/payments/[id]/decision": { params: { id: NOBODY }, body: { verdict: "wait", reason } },
	"PUT /api/second-factor-policy": { body: { policy: "everybody", passwordless: true } },
	"PUT /api/shared-wallets": { body: { currency: "XOF", shared: true } },
	"PUT /api/sign-in-rules": { body: { passwordSignIn: true } },
	"POST /api/exports": { body: { address: "/api/payouts/export?format=csv" } },
	"DELETE /api/exports/[id]": async () => ({
		params: await requestExport(desk.admin, { address: "/api/payouts/export" }, exportLabels),
	}),
	"POST /api/views": { body: VIEW },
	"DELETE /api/views/[id]": async () => ({ params: await saveView(desk.admin, VIEW) }),
	"PUT /api/views/layout": { body: { list: "payouts", columns: null, density: "compact" } },
	"POST /api/wallet-gaps": async () => {
		await heldWallet();
		return { body: { currency: "XAF", seen: null, answers: [], reason } };
	},
	"POST /api/wallets/[currency]/movements/refresh": { params: { currency: "XOF" } },
};

test("every act of a member with a right stands here", () => {
	expect(Object.keys(ACTS).sort()).toEqual([...acts].sort());
});

describe("the right is asked again in the transaction of the act", () => {
	test.each(acts)("%s", async (name) => {
		const loses = vi.fn(loseRight);
		expect(await refusal(name, loses)).toEqual({ status: 403, code: "forbidden" });
		expect(loses).toHaveBeenCalled();
	});
});

describe("an admin whose word does not count yet changes nothing of settings and members", () => {
	const guarded = acts.filter((name) => STEP_UP_OF[ROUTES[name] as Action]);
	test.each(guarded)("%s", async (name) => {
		expect(await refusal(name, isTooNew)).toEqual({ status: 403, code: "too_new_to_decide" });
	});
});

/** The answer to an admin's act when `happens` runs before each transaction. */
async function refusal(name: string, happens: (memberId: string) => Promise<unknown>) {
	const planned = ACTS[name];
	if (!planned) throw new Error("an act without an example");
	const { params = {}, body } = typeof planned === "function" ? await planned() : planned;
	const member = await addMember(desk.database, "admin");
	const cookie = await openSession(desk.system, member, desk.clock.now());
	await prove(member.id);
	const system = { ...desk.system, database: beforeEachTransaction(desk.database, () => happens(member.id)) };
	serveWith(system);
	const [method = "", path = ""] = name.split(" ");
	const { handler } = await findRoute(method, path);
	const headers = { "idempotency-key": desk.key() };
	const address = path.replace(/\[(\w+)\]/g, (_, param: string) => params[param] ?? param);
	const answer = await ask(handler, address, { method, cookie, params, headers, ...(body ? { body } : {}) });
	liveUpdateHub(system).close();
	const { code } = answer.ok ? { code: null } : problemSchema.parse(await answer.json());
	return { status: answer.status, code };
}

/** The same database; `happens` runs before each of its transactions. */
function beforeEachTransaction(database: Database, happens: () => Promise<unknown>): Database {
	return new Proxy(database, {
		get(target, name) {
			if (name === "transaction")
				return () => ({
					execute: async (run: Parameters<ReturnType<Database["transaction"]>["execute"]>[0]) => {
						await happens();
						return target.transaction().execute(run);
					},
				});
			const value: unknown = Reflect.get(target, name, target);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
}

async function loseRight(id: string): Promise<void> {
	await asOwner(desk.database, (trx) => updateRows(trx, "member", { id }, { disabled_at: desk.clock.now() }));
}

async function isTooNew(id: string): Promise<void> {
	await asOwner(desk.database, (trx) =>
		updateRows(trx, "member", { id }, { decides_from: sql`now() + interval '1 hour'` }),
	);
}

async function prove(memberId: string): Promise<void> {
	const { key: sessionKey } = await findRow(desk.database, "session", { member_id: memberId });
	for (const purpose of ["settings", "members"] as const)
		await leaveProof(desk.database, { memberId, sessionKey, purpose, at: desk.clock.now() });
}

async function orphanAnswer(): Promise<string> {
	const at = desk.clock.now();
	const { environment } = desk.system.config;
	await desk.database
		.insertInto("orphan_answer")
		.values({
			...{ attempt_id: NOBODY, environment, payment_id: NOBODY, worker_id: "w", state: "unknown" },
			...{ answered_at: at, kept_at: at },
		})
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	return NOBODY;
}

async function heldWallet(): Promise<void> {
	await desk.database
		.insertInto("continuity_gap")
		.values({
			...{ environment: desk.system.config.environment, currency: "XAF", cause: "start" },
			...{ detected_at: desk.clock.now(), event_id: "0" },
		})
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

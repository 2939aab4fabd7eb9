import { Kysely, PostgresDialect } from "kysely";
import { expect, test } from "vitest";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { listWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";
import { findRoute } from "#tests/support/desk/find-route.ts";
import { leaveProof } from "#tests/support/desk/leave-proof.ts";
import { newRow, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { askNoSecondFactor } from "#tests/support/desk/no-second-factor.ts";
import { openSession } from "#tests/support/desk/open-session.ts";
import { confirmBy } from "#tests/support/desk/second-admin.ts";
import { openNight } from "#tests/support/wallet/wallet-night.ts";

const { desk, system, database, admin, scene, gaps, started } = await openNight();
const COUNT = 1_200;

test("each of 1,200 held payouts is answered in one list by two admins, and those that are let go go on", async () => {
	const rows = Array.from({ length: COUNT }, () => newRow({ amount: "5 000", name: "Aminata Koné" }));
	const { id, version } = await requestedBatch(desk.maker, { name: "Agents", rows });
	await decideBatch(desk.approver, { id, version, decision: "approve" });
	scene.books.leave("5000", { line: false });
	await started();
	const wallet = (await listWalletGaps(admin)).wallets.find(({ currency }) => currency === "XOF");
	expect(wallet?.held).toHaveLength(COUNT);
	expect(wallet?.held[0]).toMatchObject({ name: "Aminata Koné", amount: "5000.00" });
	const answers = wallet?.held.map(({ id: paymentId }, at) => ({ paymentId, answer: at === 0 ? "left" : "release" }));
	serveWith(system);
	await askNoSecondFactor(database);
	const cookie = await openSession(desk.system, admin.member, system.clock.now());
	await leaveProof(database, {
		...{ memberId: admin.member.id, sessionKey: await keyOf(admin.member.id), purpose: "settings" },
		at: system.clock.now(),
	});
	const { handler } = await findRoute("POST", "/api/wallet-gaps");
	const body = { currency: "XOF", seen: wallet?.finding?.seen, answers, reason: "Looked at the wallet in the portal" };
	const response = await ask(handler, "/api/wallet-gaps", { method: "POST", cookie, body });
	expect(response.status).toBe(202);
	let asked = 0;
	const counted = new Kysely<Tables>({
		dialect: new PostgresDialect({ pool: desk.pool }),
		log: () => {
			asked += 1;
		},
	});
	const second = { ...contextFor(system, await addMember(database, "admin")), database: counted };
	expect((await confirmBy(admin, await response.json(), second)).state).toBe("confirmed");
	// Not one statement per payout.
	expect(asked).toBeLessThan(100);
	expect(await gaps()).toEqual([]);
	const { rows: states } = await desk.pool.query(
		"select state, count(*)::int as count from payment where batch_id = $1 group by state order by state",
		[id],
	);
	expect(states).toEqual([
		{ state: "approved", count: COUNT - 1 },
		{ state: "may_have_left", count: 1 },
	]);
}, 120_000);

async function keyOf(memberId: string): Promise<string> {
	const sessions = database.selectFrom("session").select("key").where("member_id", "=", memberId);
	return (await sessions.orderBy("created_at", "desc").executeTakeFirstOrThrow()).key;
}

test("nor is a decision on the largest batch refused for its size", async () => {
	serveWith(system);
	await askNoSecondFactor(database);
	const rows = Array.from({ length: 10_000 }, (_, at) => at + 1);
	const of = rows.map((at) => `01JQ${String(at).padStart(22, "0")}`);
	const body = {
		...{ decision: "reject", reason: "Not this month", version: 1, rows },
		duplicate: { of, reason: "Each of them is owed twice this month" },
	};
	const cookie = await openSession(desk.system, desk.approver.member, system.clock.now());
	const path = `/api/batches/${of[0]}/decision`;
	const { handler, params } = await findRoute("POST", path);
	expect((await ask(handler, path, { method: "POST", cookie, params, body })).status).toBe(404);
});

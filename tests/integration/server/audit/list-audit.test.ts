import { beforeAll, expect, test } from "vitest";
import { auditListSchema } from "#lib/contracts/audit.ts";
import { listAudit } from "#server/audit/list-audit.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { addMember, contextFor, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { database } = await createTestDatabase();
const system = systemContext({ database });
const [approver, maker] = [await addMember(database, "approver"), await addMember(database, "maker")];
const context = contextFor(system, approver);

beforeAll(async () => {
	for (let index = 0; index < 12; index += 1) {
		await database.transaction().execute((trx) =>
			recordAudit(trx, {
				at: new Date(Date.UTC(2026, 2, 10 + Math.floor(index / 4), 23, index)),
				memberId: index % 2 === 0 ? maker.id : null,
				action: index % 3 === 0 ? "payment.requested" : "session.started",
				subjectKind: "payment",
				subjectId: `p${index % 4}`,
				details: { amount: "1.00" },
			}),
		);
	}
});

test("every entry comes once, newest first, whatever the size of a page", async () => {
	for (const limit of [1, 5, 12, 50]) {
		const seen: string[] = [];
		let cursor: string | undefined;
		do {
			const page = auditListSchema.parse(await listAudit(context, { limit, ...(cursor ? { cursor } : {}) }));
			seen.push(...page.items.map(({ id }) => id));
			cursor = page.nextCursor ?? undefined;
		} while (cursor);
		expect(seen).toHaveLength(12);
		expect(seen).toEqual([...seen].sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1)));
	}
});

test("an entry says who, what, when and to what; Cauri itself has no name", async () => {
	const { items } = await listAudit(context, { limit: 2 });
	expect(items[1]).toMatchObject({ memberName: maker.name, subjectId: "p2", details: { amount: "1.00" } });
	expect(items[0]).toMatchObject({ memberName: null, at: "2026-03-12T23:11:00.000Z" });
});

test("filters by action, its noun, subject, member and calendar day", async () => {
	const count = async (query: Parameters<typeof listAudit>[1]) => (await listAudit(context, query)).items.length;
	expect(await count({ action: "payment.requested" })).toBe(4);
	expect(await count({ action: "session" })).toBe(8);
	expect(await count({ subjectId: "p1" })).toBe(3);
	expect(await count({ memberId: maker.id })).toBe(6);
	expect(await count({ from: "2026-03-11", to: "2026-03-11" })).toBe(4);
	const east = { ...context, config: { ...context.config, timeZone: "Africa/Lagos" } };
	expect((await listAudit(east, { from: "2026-03-11", to: "2026-03-11" })).items).toHaveLength(4);
	expect((await listAudit(east, { to: "2026-03-10" })).items).toHaveLength(0);
});

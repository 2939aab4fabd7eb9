import { beforeEach, describe, expect, test } from "vitest";
import { reportToMismatch } from "#server/continuity/auto-resolve-mismatch.ts";
import { closeForgottenPermits } from "#server/continuity/close-forgotten-permits.ts";
import { DATABASE_MISMATCH, stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import {
	keepForgottenPermits,
	readForgottenPermits,
	readKeptForgottenPermits,
} from "#server/continuity/forgotten-permits.ts";
import { findNeeds } from "#server/overview/find-needs.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { keepHead } from "#server/store/head-file.ts";
import { type JournalledPermit, journalPermit, readJournal } from "#server/store/permit-journal.ts";
import { contextFor } from "#tests/support/contexts.ts";
import { acknowledge } from "#tests/support/desk/acknowledge.ts";
import { knownMachines } from "#tests/support/desk/known-machine.ts";
import { byTwo, confirmBy } from "#tests/support/desk/second-admin.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { findRow } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { machine, send, serviceWith } = knownMachines(desk);

function foreignPermit(parts: Partial<JournalledPermit> = {}): JournalledPermit {
	const at = "2026-03-09T10:00:00.000Z";
	return {
		...{ attempt: "GONE-1", payment: "GONE", kind: "payout", amount: "45000.00", currency: "XOF" },
		...{ number: "+2250701020304", at, permittedAt: at, worker: "gone", environment: desk.system.config.environment },
		...parts,
	} as JournalledPermit;
}

beforeEach(async () => {
	await asOwner(desk.database, (trx) => trx.deleteFrom("setting").where("name", "=", DATABASE_MISMATCH).execute());
	await desk.database.deleteFrom("forgotten_permit").execute();
});

describe("the journal of permits", () => {
	test("names payment, amount, number in full, attempt and both times before the POST arrives", async () => {
		const system = await machine();
		const payout = await desk.approved({ amount: "7500" });
		let permits: JournalledPermit[] = [];
		const usual = desk.script.post;
		desk.script.post = async (...call) => {
			permits = await readJournal(system.config);
			return usual(...call);
		};
		expect(await send(system, payout.id)).toBe("attempted");
		const attempt = await findRow(desk.database, "attempt", { payment_id: payout.id });
		expect(permits).toEqual([
			{
				...{ attempt: attempt.id, payment: payout.id, kind: "payout", amount: "7500.00", currency: "XOF" },
				...{ number: (await desk.row(payout.id)).phone_number, worker: "w", environment: system.config.environment },
				...{ at: desk.clock.now().toISOString(), permittedAt: attempt.permitted_at.toISOString() },
			},
		]);
	});

	test("lists at a doubt what this database does not know, and the acknowledgement records it, numbers masked", async () => {
		const system = await machine();
		const payout = await desk.approved();
		expect(await send(system, payout.id)).toBe("attempted");
		await journalPermit(system.config, foreignPermit());
		await journalPermit(system.config, foreignPermit({ attempt: "GONE-2", environment: "another" }));
		expect((await readForgottenPermits(system)).map(({ attempt }) => attempt)).toEqual(["GONE-1"]);
		await keepHead(system.config, "w", {
			entry: "999999999",
			hash: "of-a-database-that-is-gone",
			at: foreignPermit().at,
		});
		expect(await stopIfDatabaseSuspect({ system, workerId: "w" })).toBe(true);
		for (let round = 0; round < 2; round += 1) await reportToMismatch(system, "w");
		expect(await readKeptForgottenPermits(desk.database)).toEqual({
			count: 1,
			items: [
				{
					...{ attempt: "GONE-1", kind: "payout", amount: "45000.00", currency: "XOF" },
					...{ number: "+2250701020304", at: "2026-03-09T10:00:00.000Z" },
				},
			],
		});
		await acknowledge(contextFor(system, desk.admin.member), "Disk lost, backup of the night");
		const { details } = await newestEntry(desk.database, { action: "setting.database_acknowledged" });
		expect(details).toMatchObject({ forgotten: "1", permits: expect.stringContaining("45000.00 XOF +225•••••04") });
	});

	test("shows on Home what was sent by a lost database until two admins say what was found, once and recorded", async () => {
		const system = await machine();
		await journalPermit(system.config, foreignPermit());
		await keepForgottenPermits(system);
		const admin = contextFor(system, desk.admin.member);
		const needs = async () => (await findNeeds(admin)).filter((need) => need.kind === "forgotten_permit");
		expect(await needs()).toMatchObject([{ count: 1 }]);
		const close = (reason: string, attempt = "GONE-1") => closeForgottenPermits(admin, { attempts: [attempt], reason });
		await expect(close("short")).rejects.toMatchObject({ code: "invalid_input" });
		await expect(close("It stands in the wallet", "GONE-9")).rejects.toMatchObject({ code: "not_found" });
		const asked = await close("It stands in the wallet");
		expect(await needs()).toMatchObject([{ count: 1 }]);
		await confirmBy(admin, asked);
		await expect(close("It stands in the wallet")).rejects.toMatchObject({ code: "conflict" });
		await keepForgottenPermits(system);
		expect(await needs()).toEqual([]);
		expect(await readKeptForgottenPermits(desk.database)).toEqual({ count: 0, items: [] });
		const { details } = await newestEntry(desk.database, { action: "setting.forgotten_permit_closed" });
		expect(details).toMatchObject({ reason: "It stands in the wallet", number: "+225•••••04" });
	});

	test("stops an equal payout until two admins close it: the database itself counts", async () => {
		const system = await machine();
		await journalPermit(system.config, foreignPermit({ attempt: "ALONE-1" }));
		await keepForgottenPermits(system);
		const close = desk.database
			.updateTable("forgotten_permit")
			.set({ closed_at: new Date(), closed_by: desk.admin.member.id, reason: "I say so" })
			.where("attempt_id", "=", "ALONE-1");
		await expect(close.execute()).rejects.toThrow("two admins close what a lost database sent");
		await asOwner(desk.database, (trx) => trx.deleteFrom("forgotten_permit").execute());
	});

	test("closes many with one reason, each with an entry of its own; those closed before keep theirs", async () => {
		const system = await machine();
		for (const attempt of ["MANY-1", "MANY-2", "MANY-3"])
			await journalPermit(system.config, foreignPermit({ attempt }));
		await keepForgottenPermits(system);
		const admin = contextFor(system, desk.admin.member);
		const close = (attempts: string[], reason: string) =>
			byTwo(admin, () => closeForgottenPermits(admin, { attempts, reason }));
		await close(["MANY-2"], "Seen in the wallet");
		await close(["MANY-1", "MANY-2", "MANY-3"], "None was paid at all");
		const kept = await desk.database
			.selectFrom("audit_entry")
			.select(["subject_id", "details"])
			.where("action", "=", "setting.forgotten_permit_closed")
			.where("subject_id", "like", "MANY-%")
			.orderBy("id")
			.execute();
		expect(kept.map(({ subject_id, details }) => [subject_id, details.reason])).toEqual([
			["MANY-2", "Seen in the wallet"],
			["MANY-1", "None was paid at all"],
			["MANY-3", "None was paid at all"],
		]);
		expect(await readKeptForgottenPermits(desk.database)).toEqual({ count: 0, items: [] });
	});

	test("does not list what was closed without a byte", async () => {
		const system = await machine();
		const payout = await desk.approved();
		const service = serviceWith({ startPayout: (order) => desk.system.service.startPayout(order, async () => false) });
		expect(await send({ ...system, service }, payout.id)).toBe("attempted");
		expect(await desk.state(payout.id)).toBe("not_sent");
		expect(await readJournal(system.config)).toEqual([]);
	});
});

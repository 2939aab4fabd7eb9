import { sql } from "kysely";
import type { Pool } from "pg";
import { describe, expect, test } from "vitest";
import type { StepUpClosing } from "#lib/contracts/second-factor.ts";
import type { Context } from "#server/context.ts";
import { findNeeds } from "#server/overview/find-needs.ts";
import { findPaper } from "#server/papers/find-paper.ts";
import { renderInThread } from "#server/papers/paper-thread.ts";
import { decideLine } from "#server/reconciliation/decide-line.ts";
import { beginStepUp } from "#server/second-factor/step-up/begin-step-up.ts";
import { presenceOf } from "#server/second-factor/step-up/presence.ts";
import { exportStatement } from "#server/statements/export-statement.ts";
import { readStatement } from "#server/statements/read-statement.ts";
import { reopenMonth } from "#server/statements/reopen-month.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { needsSecondAdmin } from "#tests/support/desk/needs-second-admin.ts";
import { byTwo, confirmBy } from "#tests/support/desk/second-admin.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { brokenPdfRules } from "#tests/support/files/pdf-rules.ts";
import { readBytes, readCsv } from "#tests/support/files/read-file.ts";
import { readPdf } from "#tests/support/files/read-pdf.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { updateRows } from "#tests/support/rows/rows.ts";
import { APRIL, figuresOf, MARCH, openMonth } from "#tests/support/wallet/open-month.ts";
import { CURRENCY, DAY } from "#tests/support/wallet/reconciled-wallet.ts";

renderInThread();
const refusal = (month: string) => ({ code: "invalid_input", fields: { month } });
const lacking = { code: "invalid_input", fields: { reasons: "missing" } };
const wish = { currency: CURRENCY, month: "2026-03", version: 2, decision: "reopen", note: "A line came" } as const;

function addProposal(pool: Pool, environment: string, month: string, { member }: Context) {
	return pool.query(
		`insert into statement_closing (environment, currency, month, version, since, until, figures, digest, accounts, proposed_by)
		values ($1, $2, $3, 1, $4::date, $4::date + interval '1 month', '{}', encode(sha256('{}'), 'hex'), '{}', $5)`,
		[environment, CURRENCY, month, `${month}-01`, member.id],
	);
}

describe("closing a month", () => {
	test("takes two people, keeps the figures as they were confirmed, and goes in the order of months, none before it is over", async () => {
		const { read, decide, approver, admin } = await openMonth();
		await expect(decide(approver, "propose", { month: "2026-04" })).rejects.toMatchObject(refusal("not_over"));
		// Nothing is known of that month, and each month between would have to be closed first.
		await expect(decide(approver, "propose", { month: "1990-01" })).rejects.toMatchObject(refusal("too_early"));
		const before = await read();
		expect(before).toMatchObject({ out: "5000.00", fees: "50.00", unexplained: "0.00", openDays: [] });
		expect(await decide(approver, "propose")).toMatchObject({ state: "proposed", version: 1 });
		const tasks = async (context: Context) => (await findNeeds(context)).filter(({ kind }) => kind === "closing");
		expect(await tasks(admin)).toMatchObject([{ currency: CURRENCY, month: "2026-03", count: 1 }]);
		expect(await tasks(approver)).toEqual([]);
		const walletCurrencies = admin.config.walletCurrencies.filter((code) => code !== CURRENCY);
		expect(await tasks({ ...admin, config: { ...admin.config, walletCurrencies } })).toEqual([]);
		await expect(decide(approver, "confirm", { version: 1 })).rejects.toMatchObject({ code: "second_person_needed" });
		await expect(decide(admin, "confirm")).rejects.toMatchObject({ code: "stale_version" });
		expect(await decide(admin, "confirm", { version: 1 })).toMatchObject({ state: "closed", version: 2 });
		expect(await tasks(admin)).toEqual([]);
		const closed = await read();
		expect(figuresOf(closed)).toEqual(figuresOf(before));
		expect(closed.monthClosing).toMatchObject({ state: "closed", digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
		await expect(decide(approver, "propose", { month: "2026-01" })).rejects.toMatchObject(refusal("not_next"));
	});

	test("goes in the order of months, too, where several were proposed before any was closed", async () => {
		const { close, decide, approver, admin, pool, environment } = await openMonth();
		await addProposal(pool, environment, "2026-01", approver);
		await close();
		await expect(decide(admin, "confirm", { month: "2026-01", version: 1 })).rejects.toMatchObject(refusal("not_next"));
		const { monthClosing } = await readStatement(admin, { currency: CURRENCY, from: "2026-01-01", to: "2026-01-31" });
		expect(monthClosing?.may).toMatchObject({ confirm: false, reject: true });
		expect(await decide(admin, "reject", { month: "2026-01", version: 1 })).toMatchObject({ state: "open" });
	});

	test("a proof is of one month, decision and version, and is spent by it", async () => {
		const { decide, approver, admin, pool } = await openMonth();
		const sessionKey = "a-session-of-admin";
		const proved = { key: sessionKey, member: admin.member, provedAt: null };
		const by: Context = { ...admin, presence: presenceOf(proved, admin.clock) };
		const prove = async (closing: Partial<StepUpClosing>) => {
			const asked = { currency: CURRENCY, month: "2026-03", decision: "confirm", version: 1, ...closing } as const;
			const need = { purpose: "close", closing: asked } as const;
			const { id } = await beginStepUp(admin, { sessionKey, stage: "full", need });
			await pool.query(`begin; set local session_replication_role = replica;
				update step_up set proved_at = '${admin.clock.now().toISOString()}', method = 'totp' where id = '${id}'; commit`);
		};
		await decide(approver, "propose");
		await expect(decide(by, "confirm", { version: 1 })).rejects.toMatchObject({
			code: "step_up_needed",
			stepUp: { closing: { currency: CURRENCY, month: "2026-03", decision: "confirm", version: 1 } },
		});
		await prove({ decision: "reopen" });
		await prove({ month: "2026-02", version: 0 });
		await expect(prove({ version: 2 })).rejects.toMatchObject({ code: "stale_version" });
		await expect(decide(by, "confirm", { version: 1 })).rejects.toMatchObject({ code: "step_up_needed" });
		await prove({});
		expect(await decide(by, "confirm", { version: 1 })).toMatchObject({ state: "closed" });
		const { rows } = await pool.query("select count(*)::int as spent from step_up_subject where used_at is not null");
		expect(rows).toEqual([{ spent: 1 }]);
	});

	test("the database itself refuses one person, and refuses to change what was closed", async () => {
		const { decide, approver, admin, pool, database, close } = await openMonth();
		await decide(approver, "propose");
		const confirm = "update statement_closing set confirmed_by = $1, confirmed_at = now()";
		await expect(pool.query(confirm, [approver.member.id])).rejects.toThrow("another_confirms");
		await decide(admin, "reject", { version: 1 });
		await close({ version: 2 }).catch(() => decide(admin, "confirm", { version: 3 }));
		await needsSecondAdmin(database, "statement_reopened", (trx) =>
			sql`update statement_closing set ended_at = now() where confirmed_at is not null`.execute(trx),
		);
		for (const change of ["figures = '{}'", "digest = 'x'", "month = '2026-02'"])
			await expect(
				pool.query(`update statement_closing set ${change} where confirmed_at is not null`),
			).rejects.toThrow();
		await expect(pool.query("delete from statement_closing")).rejects.toThrow("kept");
		for (const change of [
			"insert into statement_closing_page select closing_id, 1, lines from statement_closing_page",
			"update statement_closing_page set lines = '[]'",
			"delete from statement_closing_page",
		])
			await expect(pool.query(change)).rejects.toThrow("stay as they were confirmed");
	});

	test("waits for a reason of each day with a difference", async () => {
		const { read, decide, close, approver } = await openMonth({ spent: 700 });
		const [open] = (await read()).openDays;
		expect(open).toMatchObject({ day: "2026-03-01", kind: "unexplained", amount: "-700.00", reason: null });
		await expect(decide(approver, "propose")).rejects.toMatchObject(lacking);
		await close({ reasons: [{ day: "2026-03-01", reason: "Paid at the counter" }] });
		const closed = await read();
		expect(closed.openDays).toMatchObject([{ day: "2026-03-01", reason: "Paid at the counter" }]);
		expect(closed.unexplained).toBe("-700.00");
	});

	test("asks no reason for a day whose difference decided lines explain: theirs is the reason", async () => {
		const { read, close, lateLine, reconcile, approver } = await openMonth();
		const id = await lateLine({ amount: "300.00" });
		const open = { day: "2026-03-06", kind: "unexplained", amount: "-300.00" };
		expect((await read()).openDays).toMatchObject([{ ...open, reason: null }]);
		await decideLine(approver, { id, verdict: "other", reason: "The service undid it" });
		await reconcile();
		const explained = [{ ...open, reason: "The service undid it" }];
		expect((await read()).openDays).toMatchObject(explained);
		await close();
		expect((await read()).openDays).toMatchObject(explained);
	});

	test("waits for a reason of each run of days on which nobody read the balance", async () => {
		const { read, decide, close, approver } = await openMonth({ unread: [11, 12, 31] });
		const runs = [
			{ day: "2026-03-11", to: "2026-03-12", kind: "not_proved", amount: "0.00" },
			{ day: "2026-03-31", to: "2026-03-31", kind: "not_proved", amount: "0.00" },
		];
		expect((await read()).openDays).toMatchObject(runs);
		const reasons = [{ day: "2026-03-11", reason: "Power cut" }];
		for (const given of [undefined, reasons])
			await expect(decide(approver, "propose", given ? { reasons: given } : {})).rejects.toMatchObject(lacking);
		const all = [...reasons, { day: "2026-03-31", reason: "The desk moved" }];
		const withProved = [...all, { day: "2026-03-20", reason: "Proved since the page was loaded" }];
		await expect(decide(approver, "propose", { reasons: withProved })).rejects.toMatchObject({ code: "conflict" });
		await close({ reasons: all });
		expect((await read()).openDays.map(({ reason }) => reason)).toEqual(["Power cut", "The desk moved"]);
		const { chunks } = await exportStatement(approver, { ...MARCH, currency: CURRENCY, format: "csv" }, exportLabels);
		const rows = (await readCsv(chunks)).filter((row) => row.includes("Power cut"));
		expect(rows.map((row) => row.slice(1, 3))).toEqual([["11 – 12 March 2026", "2026-03-11"]]);
	});

	test("waits until the list of lines was read after the month's end, and its statement says that lines are missing", async () => {
		const { pool, read, decide, approver, reconcile } = await openMonth();
		await pool.query("update movement_sync set synced_at = '2026-03-31T18:00:00Z'");
		expect(await read()).toMatchObject({ isComplete: false });
		expect((await readStatement(approver, { currency: CURRENCY, ...MARCH })).monthClosing?.may.propose).toBe(false);
		await expect(decide(approver, "propose")).rejects.toMatchObject(refusal("not_over"));
		const paper = await exportStatement(approver, { ...MARCH, currency: CURRENCY, format: "pdf" }, exportLabels);
		expect((await readPdf(await readBytes(paper.chunks))).text).toMatch(
			/Figures as of 31 Mar 2026\s18:00:00, before the end/,
		);
		await reconcile();
		expect(await read()).toMatchObject({ isComplete: true });
		expect(await decide(approver, "propose")).toMatchObject({ state: "proposed" });
	});

	test("a proposal is not confirmed once its figures changed or its person lost the right: it is rejected, and another person proposes", async () => {
		const { read, decide, approver, admin, lateLine, database } = await openMonth();
		const reasons = async () => (await read()).openDays.map(({ day }) => ({ day, reason: "Listed late" }));
		await decide(approver, "propose");
		await lateLine({ amount: "100.00" });
		await expect(decide(admin, "confirm", { version: 1 })).rejects.toMatchObject({ code: "conflict" });
		expect(await decide(admin, "reject", { version: 1 })).toMatchObject({ state: "open", version: 2 });
		await decide(approver, "propose", { version: 2, reasons: await reasons() });
		await asOwner(database, (trx) =>
			updateRows(trx, "member", { id: approver.member.id }, { disabled_at: new Date() }),
		);
		await expect(decide(admin, "confirm", { version: 3 })).rejects.toMatchObject({ code: "conflict" });
		const { monthClosing } = await readStatement(admin, { currency: CURRENCY, ...MARCH });
		expect(monthClosing?.may).toMatchObject({ confirm: false, reject: true });
		expect(await decide(admin, "reject", { version: 3 })).toMatchObject({ state: "open", may: { propose: true } });
	});

	test("is undone by two admins, and the month can be closed again with its late line", async () => {
		const { read, close, admin, decide, approver, lateLine } = await openMonth();
		await close();
		await lateLine({ amount: "300.00" });
		await expect(reopenMonth(approver, wish)).rejects.toMatchObject({ code: "forbidden" });
		await byTwo(admin, async () => {
			const asked = await reopenMonth(admin, wish);
			const { id, name } = admin.member;
			const { reopening, may } = (await readStatement(admin, { currency: CURRENCY, ...MARCH })).monthClosing ?? {};
			expect(reopening).toEqual({ by: { id, name }, at: asked?.changeRequest.askedAt });
			expect(may?.reopen).toBe(false);
			return asked ?? {};
		});
		const asked = await newestEntry(admin.database, { action: "change.asked" });
		expect(asked.details).toMatchObject({ change: "statement_reopened", month: "XOF 2026-03" });
		expect((await read()).monthClosing).toMatchObject({ state: "open", version: 3 });
		expect(await read()).toMatchObject({ in: "300.00", count: 2 });
		const { openDays } = await read();
		const reasons = openDays.map(({ day }) => ({ day, reason: "Listed in April" }));
		await decide(approver, "propose", { version: 3, reasons });
		expect(await decide(admin, "confirm", { version: 4 })).toMatchObject({ state: "closed", version: 5 });
		expect((await read(APRIL)).late).toEqual([]);
	});

	test("a request to undo it ends as void once the next month is proposed, and none is made before that one is rejected", async () => {
		const { close, admin, approver, pool, environment } = await openMonth();
		await close();
		const second = contextFor(admin, await addMember(admin.database, "admin"));
		const asked = (await reopenMonth(admin, wish)) ?? {};
		await addProposal(pool, environment, "2026-04", approver);
		expect((await confirmBy(admin, asked, second)).state).toBe("void");
		await expect(reopenMonth(admin, wish)).rejects.toMatchObject({ code: "conflict" });
		expect((await readStatement(admin, { currency: CURRENCY, ...MARCH })).monthClosing?.may.reopen).toBe(false);
	});

	test("is undone for the account in use alone, where the same month of an earlier account is closed too", async () => {
		const { read, close, admin, approver, pool } = await openMonth();
		const environment = "0-sandbox";
		await addProposal(pool, environment, "2026-03", approver);
		await pool.query("update statement_closing set confirmed_by = $1, confirmed_at = now()", [admin.member.id]);
		await close();
		await byTwo(admin, async () => (await reopenMonth(admin, wish)) ?? {});
		expect((await read()).monthClosing).toMatchObject({ state: "open" });
		const { rows } = await pool.query("select environment from statement_closing where ended_at is null");
		expect(rows).toEqual([{ environment }]);
	});

	test("makes its PDF one file for ever, whoever asks and whatever came since; its code stays known", async () => {
		const { close, lateLine, clock, database, admin, viewer } = await openMonth();
		const draw = async (by: Context) => {
			const asked = { currency: CURRENCY, ...MARCH, format: "pdf", locale: "en" } as const;
			return readBytes((await exportStatement(by, asked, exportLabels)).chunks);
		};
		const before = await draw(viewer);
		await close();
		const closed = await draw(viewer);
		expect(closed.equals(before)).toBe(false);
		await lateLine({ amount: "300.00" });
		clock.advance(2 * DAY);
		expect((await draw(admin)).equals(closed)).toBe(true);
		expect(await brokenPdfRules(closed)).toEqual([]);
		const { text } = await readPdf(closed);
		expect(text).toContain("Closed by ");
		expect(text).toContain("1 March 2026 to ");
		const [code = ""] = text.match(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/) ?? [];
		expect(await findPaper({ database }, code)).toMatchObject({ kind: "statement" });
	});
});

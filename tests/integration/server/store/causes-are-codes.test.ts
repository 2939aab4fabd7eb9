/** Migration 0021 on a database that has what versions before it wrote. */
import { readdir, readFile } from "node:fs/promises";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OLD_CAUSES, oldCause } from "#lib/old-causes.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const MIGRATIONS = new URL("../../../../server/store/migrations/", import.meta.url);
const MIGRATION = "0021-causes-are-codes.sql";
const SENTENCES = [...OLD_CAUSES.keys(), "the service answered 503", "the service answered 302 and was not followed"];
const WORDS = "insufficient <b>funds</b>";
const { pool } = await createTestDatabase();
let client: PoolClient;

async function pay(id: string, columns: Record<string, unknown>): Promise<void> {
	const row = {
		...{ id, kind: "payout", state: "pending", environment: "e", amount: 1, currency: "XOF", operator: "o" },
		...{ operator_name: "O", country: "CI", phone_number: "+225", idempotency_key: id, request_digest: "d" },
		...{
			maker_id: "m",
			opaque_id: id,
			created_at: "2026-03-10T09:00:00Z",
			sent_at: "2026-03-10T09:00:00Z",
			...columns,
		},
	};
	await insert("payment", row);
}

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
	const places = Object.keys(row).map((_, index) => `$${index + 1}`);
	await client.query(`insert into ${table} (${Object.keys(row)}) values (${places})`, Object.values(row));
}

async function read(table: string, columns: string, key: string, value: string): Promise<unknown> {
	return (await client.query(`select ${columns} from ${table} where ${key} = $1`, [value])).rows[0];
}

beforeAll(async () => {
	client = await pool.connect();
	await client.query("create schema before_codes; set search_path to before_codes");
	const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
	for (const name of files.filter((each) => each < MIGRATION))
		await client.query(await readFile(new URL(name, MIGRATIONS), "utf8"));
	await client.query(
		"insert into member (id, email, name, role, password_hash, created_at) values ('m', 'm@x', 'M', 'maker', '-', now())",
	);
	await writeOldRows();
	await client.query(await readFile(new URL(MIGRATION, MIGRATIONS), "utf8"));
});
afterAll(() => client.release(true));

async function writeOldRows(): Promise<void> {
	for (const [place, sentence] of SENTENCES.entries()) {
		await pay(`look-${place}`, { reason: sentence });
		await pay(`end-${place}`, { state: "unknown", reason: sentence });
		const at = "2026-03-10T09:00:00Z";
		const orphan = {
			environment: "e",
			payment_id: "p",
			worker_id: "w",
			state: "unknown",
			answered_at: at,
			kept_at: at,
		};
		await insert("orphan_answer", { ...orphan, attempt_id: `a-${place}`, note: sentence });
		const line = { environment: "e", state: "unreadable", imported_by: "m", imported_at: at, position: 0 };
		await insert("imported_transaction", { ...line, reference: `i-${place}`, reason: sentence });
		const wait = { environment: "e", reason: "service_away", since: at, looks: 1, look_at: at };
		await insert("payout_wait", { ...wait, currency: `c-${place}`, note: sentence });
		if (place > 0) continue;
		await insert("orphan_answer", {
			...orphan,
			attempt_id: "refused",
			state: "refused",
			http_status: 422,
			note: WORDS,
		});
		await insert("orphan_answer", { ...orphan, attempt_id: "pending", state: "pending", note: "pending" });
		await insert("payout_wait", { ...wait, currency: "words", note: WORDS });
		await pay("look-words", { reason: WORDS });
		await pay("refused", { state: "refused", reason: WORDS, service_reason: "not_approved" });
		const attempt = { payment_id: "refused", worker_id: "w", permitted_at: at, deadline_at: at, http_status: 422 };
		await insert("attempt", { ...attempt, id: "1" });
		await pay("review", { state: "needs_review", reason: "amount" });
		const event = {
			payment_id: "look-0",
			at,
			state: "unknown",
			version: 1,
			event: "answer_unclear",
			by_kind: "service",
		};
		await insert("payment_event", { ...event, note: sentence });
		await pay("night", { state: "may_have_left", sent_at: null, deadline_at: "2026-03-10T10:00:00Z" });
		await pay("sent", { state: "sending", deadline_at: "2026-03-10T09:03:00Z" });
		await pay("open", { kind: "deposit", deadline_at: "2026-03-10T09:30:00Z" });
		await insert("payment_event", { ...event, payment_id: "open", state: "pending", event: "accepted" });
		await pay("lost", { kind: "deposit", state: "unknown", deadline_at: "2026-03-10T09:03:00Z" });
	}
}

test("every old sentence becomes its code, wherever it may be rewritten", async () => {
	for (const [place, sentence] of SENTENCES.entries()) {
		const cause = oldCause(sentence);
		const ofPayment = "failure_cause, look_cause, look_words";
		expect(await read("payment", ofPayment, "id", `look-${place}`)).toEqual({
			...{ failure_cause: null, look_cause: cause, look_words: null },
		});
		expect(await read("payment", ofPayment, "id", `end-${place}`)).toEqual({
			...{ failure_cause: cause, look_cause: null, look_words: null },
		});
		expect(await read("orphan_answer", "cause, words", "attempt_id", `a-${place}`)).toEqual({ cause, words: null });
		expect(await read("imported_transaction", "cause", "reference", `i-${place}`)).toEqual({ cause });
		expect(await read("payout_wait", "cause, words", "currency", `c-${place}`)).toEqual({ cause, words: null });
	}
});

test("the service's words stay words, and what is neither is no cause", async () => {
	expect(await read("payment", "look_cause, look_words", "id", "look-words")).toEqual({
		look_cause: null,
		look_words: WORDS,
	});
	const refused = { failure_cause: "status:422", failure_reason: "not_approved" };
	expect(await read("payment", "failure_cause, failure_reason", "id", "refused")).toEqual(refused);
	expect(await read("payment", "failure_cause", "id", "review")).toEqual({ failure_cause: null });
	expect(await read("orphan_answer", "cause, words", "attempt_id", "refused")).toEqual({
		cause: "status:422",
		words: WORDS,
	});
	expect(await read("orphan_answer", "cause, words", "attempt_id", "pending")).toEqual({ cause: null, words: null });
	expect(await read("payout_wait", "kind, cause, words", "currency", "words")).toEqual({
		...{ kind: "service_away", cause: null, words: WORDS },
	});
});

test("an event stands as it was written", async () => {
	expect(await read("payment_event", "note, details", "payment_id", "look-0")).toEqual({
		note: SENTENCES[0],
		details: null,
	});
});

test("each deadline gets the name of what ends with it", async () => {
	const columns = "send_deadline, payer_deadline, may_have_left_until";
	const at = (time: string) => new Date(`2026-03-10T${time}:00Z`);
	const nothing = { send_deadline: null, payer_deadline: null, may_have_left_until: null };
	const deadlines = (id: string) => read("payment", columns, "id", id);
	expect(await deadlines("night")).toEqual({ ...nothing, may_have_left_until: at("10:00") });
	expect(await deadlines("sent")).toEqual({ ...nothing, send_deadline: at("09:03") });
	expect(await deadlines("open")).toEqual({ ...nothing, send_deadline: at("09:03"), payer_deadline: at("09:30") });
	expect(await deadlines("lost")).toEqual({ ...nothing, send_deadline: at("09:03") });
	expect(await read("attempt", "send_deadline", "id", "1")).toEqual({ send_deadline: at("09:00") });
});

test("from then on the tables refuse a sentence, whatever the program above believes", async () => {
	for (const [table, column] of [
		["payment", "failure_cause"],
		["payment", "look_cause"],
		["orphan_answer", "cause"],
		["imported_transaction", "cause"],
		["payout_wait", "cause"],
	])
		await expect(client.query(`update ${table} set ${column} = 'the connection broke off'`)).rejects.toThrow(
			"is_a_code",
		);
});

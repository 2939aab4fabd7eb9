import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { Recipient, RecipientRequest } from "#lib/contracts/recipient.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import { archiveRecipient } from "#server/recipients/archive-recipient.ts";
import { changeRecipient } from "#server/recipients/change-recipient.ts";
import { createRecipient } from "#server/recipients/create-recipient.ts";
import { eraseRecipient } from "#server/recipients/erase-recipient.ts";
import { exportRecipients } from "#server/recipients/export-recipients.ts";
import { importRecipients } from "#server/recipients/import-recipients.ts";
import { listRecipients } from "#server/recipients/list-recipients.ts";
import { mergeRecipients } from "#server/recipients/merge-recipients.ts";
import { readRecipient } from "#server/recipients/read-recipient.ts";
import { readUsualOperator } from "#server/recipients/read-usual-operator.ts";
import { resolveNumbers } from "#server/recipients/resolve-numbers.ts";
import { readCsv } from "#tests/support/files/read-file.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const desk = await openPaymentDesk();
const { maker, approver, admin, viewer, database } = desk;
beforeEach(() => database.deleteFrom("recipient").execute());

const added = (request: Partial<RecipientRequest> = {}) =>
	createRecipient(maker, { name: "Awa Koné", number: newPayout().destination, ...request }, desk.key());
const names = async (query: Parameters<typeof listRecipients>[1] = {}) =>
	(await listRecipients(viewer, query)).items.map(({ name }) => name);
const idOf = async (number = "") =>
	database.selectFrom("recipient").select(["id", "version"]).where("number", "=", number).executeTakeFirstOrThrow();
const resolved = async (number: string) => {
	const { environment } = desk.system.config;
	return (await resolveNumbers(database, { environment, numbers: [number] })).get(number);
};

describe("a recipient", () => {
	test("whose id cannot be one is not found", async () => {
		await expect(readRecipient(viewer, "\0")).rejects.toMatchObject({ code: "not_found" });
	});

	test("has one number that no other one in the book has", async () => {
		const first = await added();
		expect(first).toMatchObject({ version: 1, country: "CI", neverPaid: true, changedAt: null, lastPayout: null });
		await expect(added({ number: first.number })).rejects.toMatchObject({
			...{ code: "conflict", fields: { number: "number_taken" } },
		});
	});

	test("of one key and body is one recipient; another body under the key is refused", async () => {
		const [key, number] = [desk.key(), newPayout().destination];
		const one = await createRecipient(maker, { name: "Awa", number }, key);
		expect((await createRecipient(maker, { name: "Awa", number }, key)).id).toBe(one.id);
		const other = createRecipient(maker, { name: "Other", number }, key);
		await expect(other).rejects.toMatchObject({ code: "idempotency_key_reused" });
	});

	test("is written by makers and admins, and read by everybody", async () => {
		const { id, version } = await added();
		await expect(changeRecipient(approver, { id, version, name: "X" })).rejects.toMatchObject({ code: "forbidden" });
		await expect(archiveRecipient(viewer, { id })).rejects.toMatchObject({ code: "forbidden" });
		expect(await changeRecipient(admin, { id, version, name: "Awa" })).toMatchObject({ name: "Awa", version: 2 });
		await expect(changeRecipient(maker, { id, version, name: "X" })).rejects.toMatchObject({ code: "stale_version" });
		expect(await names()).toEqual(["Awa"]);
	});

	test.each([
		[{ operator: "nobody-ci" }, { operator: "operator_unknown" }],
		[{ country: "SN" }, { country: "other_country" }],
		[{ number: "+9990701020304" }, { number: "country_unknown" }],
	])("of %j is refused", async (wrong, fields) => {
		await expect(added(wrong)).rejects.toMatchObject({ code: "invalid_input", fields });
	});

	test("with another number says so, and where it was before", async () => {
		const { id, version, number } = await added();
		const moved = await changeRecipient(maker, { id, version, number: newPayout().destination });
		expect(moved).toMatchObject({ earlierNumber: number, changedAt: expect.any(String) });
		expect(await resolved(moved.number)).toMatchObject({
			...{ recipient: { id, name: "Awa Koné" }, neverPaid: true, changedAt: moved.changedAt, blocked: null },
		});
		await database.updateTable("recipient").set({ number_changed_at: sql<Date>`now() - interval '31 days'` }).execute();
		expect(await resolved(moved.number)).toMatchObject({ changedAt: null });
	});

	test("whose number replaces an older one's by a merge counts as one with another number for its first 30 days", async () => {
		const addedAfter = (days: number) => {
			desk.clock.advance(days * 24 * 3_600_000);
			return added();
		};
		const merge = ({ id, version }: Recipient, double: Recipient) =>
			mergeRecipients(maker, { id, version, doubles: [double.id] });
		const [old, young, younger] = [await added(), await addedAfter(1), await addedAfter(1)];
		const kept = await merge(young, younger);
		expect(kept).toMatchObject({ earlierNumber: null, changedAt: null });
		const moved = await merge(kept, old);
		expect(moved).toMatchObject({ earlierNumber: old.number, changedAt: expect.any(String) });
		expect(await resolved(young.number)).toMatchObject({ changedAt: moved.changedAt });
		const [first, second] = [await addedAfter(0), await addedAfter(1)];
		await addedAfter(30);
		expect(await merge(second, first)).toMatchObject({ earlierNumber: null, changedAt: null });
		desk.clock.advance(-33 * 24 * 3_600_000);
	});

	test("that was paid is known as paid, with its last payout that is paid, whatever is requested later", async () => {
		const { number } = await added();
		await desk.requested({ destination: number });
		expect(await resolved(number)).toMatchObject({ neverPaid: true });
		expect((await listRecipients(viewer, {})).items).toMatchObject([{ neverPaid: true, lastPayout: null }]);
		const { id } = await desk.sent({ input: { destination: number, amount: "46000" } });
		await desk.requested({ destination: number, amount: "47000" });
		expect(await resolved(number)).toMatchObject({ neverPaid: false });
		const [shown] = (await listRecipients(viewer, {})).items;
		expect(shown).toMatchObject({ neverPaid: false, lastPayout: { id, amount: "46000.00" } });
	});

	test("that is archived leaves the book and its number, and comes back while the number is free", async () => {
		const { id, number, version } = await added();
		await archiveRecipient(maker, { id });
		expect(await names()).toEqual([]);
		expect(await names({ view: "archived" })).toEqual(["Awa Koné"]);
		expect(await resolved(number)).toMatchObject({ recipient: null });
		const other = await added({ name: "Other", number });
		const back = { id, version: version + 1, archived: false } as const;
		await expect(changeRecipient(maker, back)).rejects.toMatchObject({ fields: { number: "number_taken" } });
		await archiveRecipient(maker, { id: other.id });
		expect(await changeRecipient(maker, back)).toMatchObject({ archivedAt: null });
	});

	test("that is erased leaves nothing in the book or the audit log, and takes along whoever was merged into it, by however many steps; only an admin erases", async () => {
		const { id, number } = await added({ name: "Zoumana Unforgettable" });
		await expect(eraseRecipient(maker, { id })).rejects.toMatchObject({ code: "forbidden" });
		await eraseRecipient(admin, { id });
		expect(await database.selectFrom("recipient").selectAll().execute()).toEqual([]);
		const told = JSON.stringify(await auditEntries(database, { subject_id: id }));
		expect(told).toContain("recipient.erased");
		expect(told).not.toMatch(/Zoumana/);
		expect(told).not.toContain(number);
		const [first, second, third] = [await added(), await added(), await added()];
		const merged = await mergeRecipients(maker, { id: second.id, version: second.version, doubles: [first.id] });
		await mergeRecipients(maker, { id: third.id, version: third.version, doubles: [merged.id] });
		await eraseRecipient(admin, { id: third.id });
		expect(await database.selectFrom("recipient").select("id").execute()).toEqual([]);
	});
});

describe("the usual operator of a number", () => {
	const usual = async (number: string) => (await readUsualOperator(maker, { number })).operator;

	test("is the one in the book, else the one of its newest paid payout; is told to those who request payouts", async () => {
		const number = newPayout().destination;
		expect(await usual(number)).toBeNull();
		await desk.requested({ destination: number, operator: "moov-ci" });
		expect(await usual(number)).toBeNull();
		await desk.sent({ input: { destination: number, operator: "mtn-ci", amount: "44000" } });
		await desk.sent({ input: { destination: number, operator: "wave-ci", amount: "46000" } });
		expect(await usual(number)).toBe("wave-ci");
		const { id } = await added({ number, operator: "mtn-ci" });
		expect(await usual(number)).toBe("mtn-ci");
		await archiveRecipient(maker, { id });
		expect(await usual(number)).toBe("wave-ci");
		const asked = readUsualOperator(viewer, { number: newPayout().destination });
		await expect(asked).rejects.toMatchObject({ code: "forbidden" });
	});
});

describe("the list", () => {
	test("is in the order of names without accents, and paged by cursor without gap or repetition", async () => {
		const all = ["Ábel", "abou", "Été", "Zoé", "Eve"];
		for (const name of all) await added({ name });
		const seen: string[] = [];
		let cursor: string | null = null;
		do {
			const page = await listRecipients(viewer, { limit: 2, ...(cursor ? { cursor } : {}) });
			expect(page.total).toBe(5);
			seen.push(...page.items.map(({ name }) => name));
			cursor = page.nextCursor;
		} while (cursor);
		expect(seen).toEqual(["Ábel", "abou", "Été", "Eve", "Zoé"]);
		expect(await names({ cursor: "erased" })).toEqual(seen);
	});

	test.each([
		["kone", true],
		["AW", true],
		["awa kon", true],
		["f-17", true],
		["loyer", true],
		["0102030", true],
		["+225 07 01", true],
		["00225 07 01 02 03 04", true],
		["07/01/02/03", true],
		["07‑01‑02‑03‑04", true],
		["701 02", true],
		["00221 07 01", false],
		// As an address book copies the number.
		["\u202a+225 07 01\u202c", true],
		["traoré", false],
		["0999", false],
		["'':*", false],
	])("searched for %j finds the recipient: %s", async (q, isFound) => {
		await added({ number: "+2250701020304", reference: "F-17", purpose: "Loyer du siège" });
		expect(await names({ q })).toEqual(isFound ? ["Awa Koné"] : []);
	});

	test("knows the groups with their sizes, and shows one of them", async () => {
		await added({ groups: ["Nuit", "Abidjan"] });
		await added({ name: "Issa", groups: ["Nuit"] });
		expect((await listRecipients(viewer, {})).groups).toEqual([
			{ name: "Abidjan", count: 1 },
			{ name: "Nuit", count: 2 },
		]);
		expect(await names({ group: "Abidjan" })).toEqual(["Awa Koné"]);
	});

	test("of doubles shows those who share a name or a reference; merged, the first knows what the others knew; none is merged into one that has left", async () => {
		const kept = await added({ name: "AWA KONE", groups: ["Nuit"] });
		const groups = Array.from({ length: 20 }, (_, n) => `Team ${n}`);
		const double = await added({ name: "Awa Koné", purpose: "Salaire", reference: "M-4", groups });
		await added({ name: "Issa" });
		expect((await names({ view: "doubles" })).sort()).toEqual(["AWA KONE", "Awa Koné"]);
		const merged = await mergeRecipients(maker, { id: kept.id, version: 1, doubles: [double.id] });
		expect(merged).toMatchObject({
			...{ name: "AWA KONE", number: kept.number, purpose: "Salaire", reference: "M-4" },
			groups: ["Nuit", ...groups.slice(0, 19)],
		});
		expect(await names({ view: "doubles" })).toEqual([]);
		expect(await names({ view: "archived" })).toEqual(["Awa Koné"]);
		const back = mergeRecipients(maker, { id: double.id, version: 2, doubles: [kept.id] });
		await expect(back).rejects.toMatchObject({ code: "conflict" });
	});
});

describe("an import", () => {
	test("adds what can be read in one commit, names what is wrong with the rest, and leaves those who are known", async () => {
		const known = await added();
		const rows = [
			{ name: "Issa", number: "07 09 09 09 01", groups: "Nuit; Jour" },
			{ name: "", number: "07 09 09 09 02" },
			{ name: "Again", number: "+225 0709090901" },
			{ name: "Another name", number: known.number, purpose: "Loyer" },
		];
		expect(await importRecipients(maker, { rows })).toEqual({
			...{ added: 1, updated: 0, kept: 1 },
			faults: [
				{ n: 2, field: "name", code: "required" },
				{ n: 3, field: "number", code: "repeated_row" },
			],
		});
		expect(await names()).toEqual(["Awa Koné", "Issa"]);
		expect(await importRecipients(maker, { rows, known: "update" })).toMatchObject({ added: 0, updated: 1, kept: 1 });
		expect((await listRecipients(viewer, { q: "another" })).items).toMatchObject([{ purpose: "Loyer", version: 2 }]);
	});

	test("without an operator leaves that of the book, whatever the number's prefix", async () => {
		const { number } = await added({ operator: "wave-ci" });
		const row = { name: "Awa", number };
		const update = (operator?: string) =>
			importRecipients(maker, { rows: [{ ...row, ...(operator ? { operator } : {}) }], known: "update" });
		const operatorOf = async () => (await listRecipients(viewer, { q: number.slice(-8) })).items[0]?.operator;
		await update();
		expect(await operatorOf()).toBe("wave-ci");
		await update("Orange Money");
		expect(await operatorOf()).toBe("orange-money-ci");
	});

	test("of 10,000 takes a few statements, and the list of them stays paged and searched by index", async () => {
		const rows = Array.from({ length: 10_000 }, (_, n) => ({
			...{ name: `Person ${n}`, number: `07${String(50_000_000 + n)}`, reference: `M-${n}` },
		}));
		expect(await importRecipients(maker, { rows })).toMatchObject({ added: 10_000, faults: [] });
		const found = await listRecipients(viewer, { q: "person 4711" });
		expect(found).toMatchObject({ total: 1, items: [{ name: "Person 4711" }] });
		expect((await listRecipients(viewer, { limit: 200 })).items).toHaveLength(200);
	});

	test("of an export lacks nobody, whoever is renamed or erased while it is written", async () => {
		const numbers = Array.from({ length: 2_002 }, (_, n) => `+22507010${String(n).padStart(5, "0")}`);
		const rows = numbers.map((number, n) => ({ name: `Awa ${String(n).padStart(4, "0")}`, number }));
		await importRecipients(maker, { rows, known: "keep" });
		const { chunks } = await exportRecipients(maker, { format: "csv" }, () => en);
		const pages: string[] = [];
		for await (const chunk of chunks) {
			pages.push(Buffer.from(chunk).toString("utf8"));
			if (pages.length === 2) await changeRecipient(maker, { ...(await idOf(numbers[999])), name: "Zoumana" });
			if (pages.length === 3) await eraseRecipient(admin, await idOf(numbers[1_999]));
		}
		expect(pages.join("").match(/Awa \d{4}/g)).toHaveLength(numbers.length);
	});

	test("reads the export again", async () => {
		await added({ operator: "orange-money-ci", purpose: "Loyer", groups: ["Nuit", "Jour"] });
		const file = await exportRecipients(maker, { format: "csv", locale: "en" }, () => en);
		const [heads, row] = await readCsv(file.chunks);
		expect(heads?.slice(0, 3)).toEqual(["Name", "Number", "Operator"]);
		expect(row).toContain("Awa Koné");
		await expect(exportRecipients(approver, { format: "csv" }, () => en)).rejects.toMatchObject({ code: "forbidden" });
	});
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { auditPath, readAuditQuery } from "#components/audit/audit-query.ts";
import { subjectPath } from "#components/audit/audit-table.tsx";
import { listedFacts } from "#lib/audit-facts.ts";
import { type AuditEntry, auditQuerySchema } from "#lib/contracts/audit.ts";
import { stepUpNeedSchema, stepUpProofSchema } from "#lib/contracts/second-factor.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { SECOND_FACTOR_POLICIES } from "#lib/members/second-factor-policies.ts";

const details = { kind: "deposit", state: "pending", amount: "45000.00", currency: "XOF", note: "pending" };
const entry: AuditEntry = {
	...{ id: "7", at: "2026-11-21T08:12:49.000Z", memberName: null, action: "payment.accepted" },
	...{ subjectKind: "payment", subjectId: "01JD9K4Q7W", address: null, device: null },
	details: { ...details, operator: "mtn-ci", number: "+225•••••89", reference: "DP-1" },
};

/** The listed facts as text, such as "number +225•••••89". */
function factsOf(action: string, details: AuditEntry["details"]): string[] {
	return listedFacts({ action, details }).map(([key, value]) =>
		key === "money" ? `${value} ${details.currency}` : `${key} ${value}`,
	);
}

describe("the facts of an entry", () => {
	test("begin with the money and leave out what the action says already", () => {
		const facts = ["45000.00 XOF", "number +225•••••89", "operator mtn-ci", "reference DP-1", "note pending"];
		expect(factsOf(entry.action, entry.details)).toEqual(facts);
	});

	test("do not say the same twice", () => {
		expect(factsOf("payment.failed", { status: "expired", note: "expired" })).toEqual(["status expired"]);
	});

	test("show a change of role as a change, and the days of an export as days", () => {
		const changed = { name: "Awa", from: "maker", to: "admin" };
		expect(factsOf("member.role_changed", changed)).toEqual(["name Awa", "role maker → admin"]);
		expect(factsOf("movement.exported", { from: "2026-11-01" })).toEqual(["from 2026-11-01"]);
	});

	test("tell why a sign-in was refused under one name, also where an entry of before has the name of a person's reason", () => {
		expect(factsOf("session.refused", { fault: "no_role" })).toEqual(["fault no_role"]);
		expect(factsOf("permit.closed", { reason: "Found at the service" })).toEqual(["reason Found at the service"]);
	});

	test("show every filter of an export: its words say none of them", () => {
		const details = { kind: "payout", format: "csv", state: "open", currency: "XOF", from: "2026-11-01" };
		const filters = ["currency XOF", "format csv", "from 2026-11-01", "state open"];
		expect(factsOf("payment.exported", details).toSorted()).toEqual(filters);
	});

	test("keep what they do not know", () => {
		expect(factsOf("x.y", { colour: "red" })).toEqual(["colour red"]);
	});
});

test("an entry leads to the page of its subject when there is one", () => {
	expect(subjectPath(entry)).toBe("/deposits/01JD9K4Q7W");
	expect(subjectPath({ ...entry, details: { kind: "payout" } })).toBe("/payouts/01JD9K4Q7W");
	expect(subjectPath({ ...entry, subjectKind: "member" })).toBeNull();
	expect(subjectPath({ ...entry, subjectId: null })).toBeNull();
});

test("the record's address never holds what the route would refuse", () => {
	const names = fc.constantFrom("action", "subjectId", "memberId", "from", "to", "cursor");
	fc.assert(
		fc.property(fc.dictionary(names, fc.string()), (raw) => {
			const query = readAuditQuery(new URLSearchParams(raw));
			expect(auditQuerySchema.safeParse(query).success).toBe(true);
			expect(readAuditQuery(new URL(auditPath(query), "http://desk").searchParams)).toEqual({
				...query,
				cursor: undefined,
			});
		}),
	);
});

test.each(["en", "fr"])("codes of second steps and step-ups have a text in %s", (locale) => {
	const { audit, changes } = { en, fr }[locale as "en" | "fr"];
	const { values } = audit.details;
	const methods = stepUpProofSchema.shape.answer.options.map(({ shape }) => shape.method.value);
	expect(Object.keys(values.method).toSorted()).toEqual([...new Set(methods)].toSorted());
	const purposes = stepUpNeedSchema.options.flatMap(({ shape }) => [...shape.purpose._zod.values]);
	expect(Object.keys(values.purpose).toSorted()).toEqual([...new Set(purposes)].toSorted());
	expect(Object.keys(changes.value.policy)).toEqual([...SECOND_FACTOR_POLICIES]);
});

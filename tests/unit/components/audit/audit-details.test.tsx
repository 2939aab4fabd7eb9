import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { AuditDetails } from "#components/audit/audit-table.tsx";
import { useFactReader } from "#components/audit/use-fact-reader.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { operatorQueries } from "#lib/queries/operators.ts";
import { textOf } from "#tests/support/rendered.tsx";

const client = new QueryClient();
client.setQueryData(operatorQueries.list().queryKey, {
	items: [{ code: "mtn-ci", name: "MTN", country: "CI" }],
} as never);

function shown(details: Record<string, string>, locale: "en" | "fr" = "en"): string {
	const entry = { id: "1", at: "2026-03-10T09:00:00Z", memberName: null, action: "change.asked", details };
	const about = { subjectKind: "change", subjectId: null, address: null, device: null };
	const part = <ReadEntry entry={{ ...entry, ...about }} />;
	return textOf(<QueryClientProvider client={client}>{part}</QueryClientProvider>, locale);
}

function ReadEntry({ entry }: { entry: AuditEntry }) {
	return <AuditDetails entry={entry} reader={useFactReader([{ id: "01M", name: "Awa Koné" }])} />;
}

test("an entry names people, changes, states and choices instead of their codes", () => {
	expect(shown({ emergency: "Awa Koné → –", emergencyMemberId: "01M → –" })).toBe("Emergency admin: Awa Koné → none");
	expect(shown({ unread: "false → true", answers: '{"01P":"left"}' })).not.toContain("01P");
	expect(shown({ fault: "no_role" })).toBe("Error: no group gives a role");
	expect(shown({ change: "payout_rule", currency: "XOF" })).toContain("Change: Payout rules in XOF");
	expect(shown({ change: "member_changed", member: "01M" })).toBe("Change: Awa Koné · Member: Awa Koné");
	expect(shown({ change: "operator_changed", operator: "mtn-ci" })).toContain("Change: Operator MTN (CI)");
	expect(shown({ secondPerson: "false → true" })).toBe(
		"Approvers: as the amount requires → one more than the amount requires",
	);
	expect(shown({ verdict: "fee" })).toBe("Decision: Service fee");
	expect(shown({ method: "totp" }, "fr")).toBe("Avec code de l’application");
});

test("amounts, days, roles and the lack of a limit are written as elsewhere, with the wallet that they are of", () => {
	const rule = { currency: "XOF", perPayment: "5000000.00 → –" };
	expect(shown(rule)).toMatch(/^Wallet: XOF · Per payout: 5.000.000.XOF → no limit$/);
	expect(shown({ change: "member_changed", name: "Awa", role: "viewer → approver", password: "false" })).toBe(
		"Awa · Viewer → Approver · Change: Awa",
	);
	expect(shown({ month: "2026-10", at: "2026-11-26T18:03:15.821Z", type: "withdrawal" })).toBe(
		"Month: October 2026 · Date: 26 Nov 2026 18:03:15 · Type: Payout",
	);
	expect(shown({ from: "2026-11-01", sort: "-amount", format: "lines" }, "fr")).toBe(
		"Du : 1er novembre 2026 · Tri : du plus grand montant au plus petit · Format : mouvements (CSV)",
	);
});

test("durations and percentages have their unit, and the label of the change request", () => {
	const operator = { change: "operator_changed", operator: "mtn-ci", windowMinutes: "10 → 120" };
	expect(shown(operator)).toContain("Time limit: 10 minutes → 2 hours");
	expect(shown(operator, "fr")).toContain("Délai : 10 minutes → 2 heures");
	expect(shown({ payoutMinutes: "2880 → 60" })).toBe("Payouts expire after: 2 days → 1 hour");
	expect(shown({ failurePercent: "20 → 30" }, "fr")).toBe("Pause à partir de : 20 % → 30 %");
	expect(shown({ disabled: "false → true", role: "maker" })).toBe("Maker · Sign-in: allowed → not allowed");
});

test("a time or a month that is none is shown as it was recorded, and a wallet's month with its wallet", () => {
	expect(shown({ search: "2026-99-99Tx", reason: "2026-99-99T9Z" })).toBe(
		"Search: 2026-99-99Tx · Reason: 2026-99-99T9Z",
	);
	expect(shown({ month: "2026-13" })).toBe("Month: 2026-13");
	expect(shown({ change: "statement_reopened", month: "XOF 2026-10", monthClosed: "true → false" })).toBe(
		"Change: Reopen October 2026 · XOF · Month: October 2026 · XOF · Month: closed → open",
	);
});

test("a label ends with its language’s colon: a French status does not read like a sentence", () => {
	expect(shown({ status: "expired" })).toMatch(/^Service status: /);
	expect(shown({ status: "expired" }, "fr")).toMatch(/^Statut du service : /);
});

test("a code without a text or a name stays as it was recorded", () => {
	expect(shown({ memberId: "01X" })).toBe("Member: 01X");
	expect(shown({ verdict: "new.one", colour: "red → blue" })).toBe("Decision: new.one · colour: red → blue");
	expect(shown({ flow: "ussd → hologram" })).toBe("How the payer pays: prompt on the phone → hologram");
});

test.each(["en", "fr"] as const)("every fact begins like a sentence in %s", (locale) => {
	const { values: _, ...labels } = { en, fr }[locale].audit.details;
	expect(Object.values(labels).filter((label) => label[0] !== label[0]?.toUpperCase())).toEqual([]);
});

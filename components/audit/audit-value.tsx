"use client";
/** The value of a fact in the reader's language. A code without a text or name is shown as it was recorded. */
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { AuditEntry } from "#lib/contracts/audit.ts";
import { operatorLabel } from "#lib/operators.ts";
import { operatorQueries } from "#lib/queries/operators.ts";

export interface Named {
	id: string;
	name: string;
}

interface AuditValueProps {
	fact: string;
	value: string;
	details: AuditEntry["details"];
	members: readonly Named[];
}

const MEMBER_FACTS = ["memberId", "emergencyMemberId", "member"];

export function AuditValue({ fact, value, details, members }: AuditValueProps): ReactNode {
	const textOf = useValueText(details, members);
	if (fact === "operator") return <OperatorText code={value} />;
	const told = value.split(" → ").map((side) => textOf(fact, side));
	return told.includes(null) ? <Code>{value}</Code> : told.join(" → ");
}

function useValueText(details: AuditEntry["details"], members: readonly Named[]) {
	const own = useTranslations("audit.details.values");
	const changes = useTranslations("changes");
	const states = useTranslations("states.payout");
	const verdicts = useTranslations("reconciliation.dialog.verdicts");
	const nameOf = (id: string | undefined) => members.find((member) => member.id === id)?.name ?? null;
	return (fact: string, value: string): string | null => {
		if (MEMBER_FACTS.includes(fact)) return nameOf(value);
		if (own.has(`${fact}.${value}`)) return own(`${fact}.${value}`);
		if (changes.has(`value.${fact}.${value}`)) return changes(`value.${fact}.${value}`);
		if (fact === "state" && states.has(value)) return states(value);
		if (fact === "verdict" && verdicts.has(value)) return verdicts(value);
		if (fact !== "change" || !changes.has(`of.${value}`)) return null;
		const { currency, status, operator, number, month, member, name = nameOf(member) ?? "" } = details;
		return changes(`of.${value}`, { subject: currency ?? status ?? operator ?? number ?? month ?? "", name });
	};
}

function OperatorText({ code }: { code: string }) {
	const operator = useQuery(operatorQueries.list()).data?.items.find((one) => one.code === code);
	return operator ? operatorLabel(operator) : <Code>{code}</Code>;
}

function Code({ children }: { children: string }) {
	return <span className="code inline-block max-w-full whitespace-normal">{children}</span>;
}

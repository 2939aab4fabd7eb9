"use client";
/** Shows a detail of an audit entry in the reader's language. A code that has no text or name is shown as it was recorded. */
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTimeZone } from "next-intl";
import type { ReactNode } from "react";
import { type FactTexts, factValue } from "#lib/audit-fact.ts";
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
	texts: FactTexts;
}

export function AuditValue({ fact, value, details, members, texts }: AuditValueProps): ReactNode {
	const place = { locale: useLocale(), timeZone: useTimeZone() ?? "UTC" };
	const operators = useQuery(operatorQueries.list()).data?.items;
	const nameOf = (kind: "member" | "operator", code: string) => {
		if (kind === "member") return members.find(({ id }) => id === code)?.name ?? null;
		const operator = operators?.find((one) => one.code === code);
		return operator ? operatorLabel(operator) : null;
	};
	const text = factValue(fact, details, { texts, place, nameOf });
	return text ?? <span className="code inline-block max-w-full whitespace-normal">{value}</span>;
}

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
	if (fact === "operator") return <OperatorText code={value} />;
	const nameOf = (_: string, id: string) => members.find((member) => member.id === id)?.name ?? null;
	return factValue(fact, details, { texts, place, nameOf }) ?? <Code>{value}</Code>;
}

function OperatorText({ code }: { code: string }) {
	const operator = useQuery(operatorQueries.list()).data?.items.find((one) => one.code === code);
	return operator ? operatorLabel(operator) : <Code>{code}</Code>;
}

function Code({ children }: { children: string }) {
	return <span className="code inline-block max-w-full whitespace-normal">{children}</span>;
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import type { FactReader } from "#lib/audit-facts.ts";
import type { Person } from "#lib/contracts/common-fields.ts";
import { operatorLabel } from "#lib/operator-options.ts";
import { operatorQueries } from "#lib/queries/operators.ts";
import type { AnyText } from "#lib/text/change-text.ts";

export function useFactReader(members: readonly Person[]): FactReader {
	const texts = useTranslations() as AnyText;
	const place = { locale: useLocale(), timeZone: useTimeZone() ?? "UTC" };
	const operators = useQuery(operatorQueries.list()).data?.items;
	const nameOf: FactReader["nameOf"] = (kind, code) => {
		if (kind === "member") return members.find(({ id }) => id === code)?.name ?? null;
		const operator = operators?.find((one) => one.code === code);
		return operator ? operatorLabel(operator) : null;
	};
	return { texts, place, nameOf };
}

"use client";
import { useTranslations } from "next-intl";
import type { DraftField } from "#components/payments/request-faults.ts";

/** How to mend a field, in words; null when there is nothing to mend. A fault without words of its own is at least "invalid". */
export function useFieldFault(field: DraftField, fault: string | undefined): string | null {
	const t = useTranslations("payments.form.fault");
	if (!fault) return null;
	const key = `${field}.${fault}`;
	return t.has(key) ? t(key) : t(`${field}.invalid`);
}

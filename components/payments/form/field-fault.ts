"use client";
import { useTranslations } from "next-intl";
import type { DraftField } from "#components/payments/request-faults.ts";

/** The text of a field's fault, or null. A fault without a text of its own shows "invalid". */
export function useFieldFault(field: DraftField, fault: string | undefined): string | null {
	const t = useTranslations("payments.form.fault");
	if (!fault) return null;
	const key = `${field}.${fault}`;
	return t.has(key) ? t(key) : t(`${field}.invalid`);
}

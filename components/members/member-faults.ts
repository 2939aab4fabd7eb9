"use client";
import { useTranslations } from "next-intl";
import { ApiError } from "#lib/api.ts";

/** The text of a field's fault, from route or form; null without a fault. The page must load the texts `faults` and `members`. */
export function useMemberFaults(): (field: string, error: unknown) => string | null {
	const t = useTranslations("faults");
	const own = useTranslations("members.fault");
	return (field, error) => {
		if (!(error instanceof ApiError)) return null;
		if (field === "email" && error.code === "email_taken") return own("email_taken");
		const fault = error.fields[field];
		if (!fault) return null;
		if (own.has(`${field}.${fault}`)) return own(`${field}.${fault}`);
		return t.has(fault) ? t(fault) : t("invalid");
	};
}

export function isFieldError(error: unknown): boolean {
	return error instanceof ApiError && (error.code === "email_taken" || Object.keys(error.fields).length > 0);
}

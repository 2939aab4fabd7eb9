"use client";
import { useTranslations } from "next-intl";
import { ApiError } from "#lib/api.ts";

/** Returns the text of a field's fault, null without one. The page must load the texts `faults` and `members`. */
export function useMemberFaults(): (field: string, error: unknown) => string | null {
	const t = useTranslations("faults");
	const own = useTranslations("members.fault");
	return (field, error) => {
		if (!(error instanceof ApiError)) return null;
		const fault = error.fields[field];
		if (field === "email" && error.code === "email_taken" && fault !== "invited") return own("email_taken");
		if (!fault) return null;
		if (own.has(`${field}.${fault}`)) return own(`${field}.${fault}`);
		return t.has(fault) ? t(fault) : t("invalid");
	};
}

export function isFieldError(error: unknown): boolean {
	return error instanceof ApiError && (error.code === "email_taken" || Object.keys(error.fields).length > 0);
}

"use client";
import { useLocale, useTranslations } from "next-intl";
import type { ChangeRequest } from "#lib/contracts/change-request.ts";
import { moneyText } from "#lib/money-text.ts";
import { ROLES } from "#lib/roles.ts";

export interface ChangeRow {
	field: string;
	label: string;
	/** Null: there was nothing. */
	before: string | null;
	after: string;
}

type ChangeValue = ChangeRequest["after"][string] | undefined;

/** What a change is about, and how each thing stood and shall stand, in words. Needs `changes` and `roles`. */
export function useChangeText(): (request: ChangeRequest) => { title: string; rows: ChangeRow[] } {
	const t = useTranslations("changes");
	const roles = useTranslations("roles");
	const locale = useLocale();
	const valueText = (field: string, value: ChangeValue, currency: string): string => {
		const role = ROLES.find((each) => each === value);
		if (field === "role" && role) return roles(role);
		const key = `value.${field}.${value === "0.00" ? "0" : value}`;
		if (t.has(key as never)) return t(key as never);
		if (field.endsWith("Minutes")) return t("minutes", { count: Number(value) });
		const isAmount = typeof value === "string" && /^\d+\.\d{2}$/.test(value);
		return isAmount ? moneyText(value, currency, locale) : String(value ?? "–");
	};
	return (request) => {
		const { kind, subject, before, after } = request;
		const changed = FIELDS[kind].filter((field) => field in after && before[field] !== after[field]);
		const name = String(request.memberName ?? after.name ?? "");
		return {
			title: t(`of.${kind}`, { subject, name }),
			rows: changed
				// A password that is kept is no change.
				.filter((field) => field !== "password" || after.password === true)
				.map((field) => ({
					field,
					label: t(`field.${field}` as never),
					before: field in before ? valueText(field, before[field], subject) : null,
					after: valueText(field, after[field], subject),
				})),
		};
	};
}

/** In the order in which people read them. */
const FIELDS: Record<ChangeRequest["kind"], readonly string[]> = {
	payout_rule: ["noApproverUpTo", "oneApproverUpTo", "perPayment", "perPersonDay", "perDestinationDay"],
	payment_expiry: ["payoutMinutes", "depositMinutes"],
	final_failure: ["listed"],
	member_added: ["name", "email", "role"],
	member_changed: ["role", "disabled", "password"],
	database_doubt: ["acknowledged"],
	second_factor_reset: ["passkeys", "app"],
	second_factor_policy: ["policy", "passwordless"],
	password_sign_in: ["allowed", "emergency"],
};

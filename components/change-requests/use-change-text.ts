"use client";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { moneyText } from "#lib/amounts/money-text.ts";
import { CHANGE_KIND_FACTS, type ChangeKindFacts } from "#lib/change-kinds.ts";
import type { ChangeRequest } from "#lib/contracts/change-request.ts";
import { formatWalletMonth, wholeUnit } from "#lib/dates.ts";
import { ROLES } from "#lib/roles.ts";

export interface ChangeRow {
	field: string;
	label: string;
	before: string | null;
	after: string;
}

type ChangeValue = ChangeRequest["after"][string] | undefined;

/** Returns a change's title, asker, and old and new values as text. The page must load the texts `changes` and `roles`. */
export function useChangeText(): (request: ChangeRequest) => { title: string; asker: string; rows: ChangeRow[] } {
	const t = useTranslations("changes");
	const roles = useTranslations("roles");
	const place = { locale: useLocale(), timeZone: useTimeZone() ?? "UTC" };
	const { locale } = place;
	const valueText = (field: string, value: ChangeValue, currency: string): string => {
		const role = ROLES.find((each) => each === value);
		if (field === "role" && role) return roles(role);
		const key = `value.${field}.${value === "0.00" ? "0" : value}`;
		if (t.has(key as never)) return t(key as never);
		if (field.endsWith("Minutes")) return t("duration", wholeUnit(Number(value)));
		if (field.endsWith("Percent")) return t("percent", { count: Number(value) });
		const isAmount = typeof value === "string" && /^\d+\.\d{2}$/.test(value);
		return isAmount ? moneyText(value, currency, locale) : String(value ?? "–");
	};
	return (request) => {
		const { kind, subject, before, after } = request;
		const changed = (CHANGE_KIND_FACTS[kind] as ChangeKindFacts).fields.filter(
			(field) => field in after && before[field] !== after[field],
		);
		const name = String(request.memberName ?? after.name ?? "");
		return {
			title: t(`of.${kind}`, {
				subject: kind === "statement_reopened" ? formatWalletMonth(subject, place) : subject,
				name,
			}),
			asker: request.byProvider ? t("provider") : request.askedBy.name,
			rows: changed
				// Leaves out `password` when the member keeps it: the field is then false.
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

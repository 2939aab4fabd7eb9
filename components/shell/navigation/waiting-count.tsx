"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { statusQueries } from "#lib/queries/status.ts";

export function WaitingCount() {
	const t = useTranslations("nav");
	const { data } = useQuery(statusQueries.now());
	if (!data || data.approvalsWaiting === 0) return null;
	return (
		<span className="count">
			<span aria-hidden="true">{data.approvalsWaiting > 99 ? "99+" : data.approvalsWaiting}</span>
			<span className="sr-only">{t("waiting", { count: data.approvalsWaiting })}</span>
		</span>
	);
}

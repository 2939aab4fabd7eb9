"use client";
import { useTranslations } from "next-intl";

// Nobody notices less.
const NOTICED_MS = 5_000;

/** What somebody who asked for the movements is told: when the service will be asked. */
export function useRefreshText(): (asked: { waitMs: number }) => string {
	const t = useTranslations("movements");
	return ({ waitMs }) =>
		waitMs < NOTICED_MS ? t("refreshAsked") : t("refreshLater", { minutes: Math.round(waitMs / 60_000) });
}

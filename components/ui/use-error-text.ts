"use client";
import { useTranslations } from "next-intl";
import { ApiError } from "#lib/api.ts";

/** Returns the text of an error of our API. Every ClientMessages includes the texts `errors`. */
export function useErrorText(): (error: unknown) => string {
	const t = useTranslations("errors");
	return (error) => {
		if (!(error instanceof ApiError)) return t("internal");
		return error.detail ? `${t(error.code)} ${t("serviceSays", { words: error.detail })}` : t(error.code);
	};
}

"use client";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import type { ChangeRequest } from "#lib/contracts/change-request.ts";
import { type AnyText, type ChangeTexts, changeText } from "#lib/text/change-text.ts";

/** Returns a change's title, asker, and old and new values as text. The page must load the texts `changes` and `roles`. */
export function useChangeText(): (request: ChangeRequest) => ChangeTexts {
	const texts = useTranslations() as AnyText;
	const place = { locale: useLocale(), timeZone: useTimeZone() ?? "UTC" };
	return (request) => changeText(request, texts, place);
}

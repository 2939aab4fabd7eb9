"use client";
import { useTranslations } from "next-intl";
import { causeOf } from "#lib/causes.ts";

/** Why it came to this: our own causes in the member's language, words of the service quoted as they came. */
export function CauseWords({ note }: { note: string }) {
	const t = useTranslations("payments");
	const cause = causeOf(note);
	return cause ? t(`cause.${cause.key}`, { status: cause.status }) : t("quoted", { words: note });
}

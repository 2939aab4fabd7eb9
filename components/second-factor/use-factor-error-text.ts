"use client";
import { useTranslations } from "next-intl";
import { PasskeyDismissed } from "#components/second-factor/passkey-browser.ts";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { ApiError } from "#lib/api.ts";

export function useFactorErrorText(): (error: unknown) => string {
	const t = useTranslations("secondFactor.fault");
	const errorText = useErrorText();
	return (error) => {
		if (error instanceof PasskeyDismissed) return t("dismissed");
		if (!(error instanceof ApiError)) return errorText(error);
		if (error.fields.code) return t("wrongCode");
		if (error.fields.password) return t("wrongPassword");
		if (error.code === "passkey_refused") return t("passkeyRefused");
		if (error.code === "too_many_attempts") return t("wait", { seconds: error.retryAfterSeconds ?? 60 });
		return errorText(error);
	};
}

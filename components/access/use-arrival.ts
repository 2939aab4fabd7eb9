"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiError } from "#lib/api.ts";

/** Coming in by a link: its sending, and what stands in the way, at the field or above the form. Needs `faults`. */
export function useArrival() {
	const t = useTranslations("faults");
	const errors = useTranslations("errors");
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<ApiError | null>(null);
	const arrive = async (send: () => Promise<unknown>) => {
		if (busy) return;
		setBusy(true);
		setError(null);
		try {
			await send();
			// In the place of this page: the link leaves the browser's history.
			location.replace("/");
		} catch (thrown) {
			setBusy(false);
			setError(thrown instanceof ApiError ? thrown : new ApiError("internal", 0));
		}
	};
	const faultOf = (field: string): string | null => {
		const fault = error?.fields[field];
		if (!fault) return null;
		return t.has(fault as never) ? t(fault as never) : t("invalid");
	};
	const isAtField = error !== null && Object.keys(error.fields).length > 0;
	return { arrive, busy, faultOf, fault: error && !isAtField ? errors(error.code) : null };
}

"use client";
import { useTranslations } from "next-intl";
import { useSettingChange } from "#components/change-requests/use-setting-change.ts";
import { toast } from "#components/ui/toast.tsx";
import { ApiError } from "#lib/api.ts";

/** Saves a rule. When the change waits for another admin, `reset` shows the rule that is still in force. */
export function useSaveRules<Change>(
	save: (change: Change) => Promise<object>,
	{ reset, ...options }: { saved: string; reset: () => void; fields: readonly string[] },
) {
	const t = useTranslations("settings.rules");
	return useSettingChange(save, {
		...options,
		onDone: (isRequested) => isRequested && reset(),
		onError: (error) => {
			// A toast, because the form is reset to the newer values and loses its own notice.
			if (error instanceof ApiError && error.code === "conflict") toast(t("stale"), "danger");
		},
	});
}

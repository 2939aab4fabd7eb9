"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { toast } from "#components/ui/toast.tsx";
import { ApiError } from "#lib/api.ts";
import { payoutRuleQueries } from "#lib/queries/payout-rules.ts";

/** Saves a rule. When the change waits for another admin, `reset` shows the rule that is still in force. */
export function useSaveRules<Change>(
	save: (change: Change) => Promise<object>,
	{ saved, reset }: { saved: string; reset: () => void },
) {
	const t = useTranslations("settings.rules");
	const client = useQueryClient();
	const changedToast = useChangedToast();
	return useMutation({
		mutationFn: save,
		onSuccess: (answer) => {
			if (changedToast(answer, saved)) reset();
		},
		onError: (error) => {
			// A toast, because the form is reset to the newer values and loses its own notice.
			if (error instanceof ApiError && error.code === "conflict") toast(t("stale"), "danger");
		},
		onSettled: () => client.invalidateQueries({ queryKey: payoutRuleQueries.all }),
	});
}

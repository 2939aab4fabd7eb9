"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { payoutRuleQueries } from "#lib/queries/payout-rules.ts";

/** `reset` restores the form, because a waiting change is not in force yet. */
export function useSaveRules<Change>(
	save: (change: Change) => Promise<object>,
	{ saved, reset }: { saved: string; reset: () => void },
) {
	const client = useQueryClient();
	const changedToast = useChangedToast();
	return useMutation({
		mutationFn: save,
		onSuccess: (answer) => {
			if (changedToast(answer, saved)) reset();
			void client.invalidateQueries({ queryKey: payoutRuleQueries.all });
		},
	});
}

"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { toast } from "#components/ui/toast.tsx";
import { isChangeRequested } from "#lib/addresses/change-requested.ts";
import { changeRequestQueries } from "#lib/queries/change-requests.ts";

/** Reports a change as done or as requested; returns true if it was only requested. The page must load the texts `changes`. */
export function useChangedToast(): (answer: object, done: string) => boolean {
	const t = useTranslations("changes");
	const client = useQueryClient();
	return (answer, done) => {
		if (!isChangeRequested(answer)) {
			toast(done);
			return false;
		}
		void client.invalidateQueries({ queryKey: changeRequestQueries.all });
		toast(t(answer.changeRequest.effectiveAt === null ? "toastAsked" : "toastAlone"));
		return true;
	};
}

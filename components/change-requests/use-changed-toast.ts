"use client";
import { useTranslations } from "next-intl";
import { toast } from "#components/ui/toast.tsx";
import { isChangeRequested } from "#lib/addresses/change-requested.ts";

/** Reports a change as done or as requested; returns true if it was only requested. The page must load the texts `changes`. */
export function useChangedToast(): (answer: object, done: string) => boolean {
	const t = useTranslations("changes");
	return (answer, done) => {
		const isRequested = isChangeRequested(answer);
		toast(isRequested ? t(answer.changeRequest.effectiveAt === null ? "toastAsked" : "toastAlone") : done);
		return isRequested;
	};
}

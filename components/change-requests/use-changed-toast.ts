"use client";
import { useTranslations } from "next-intl";
import { toast } from "#components/ui/toast.tsx";
import { isAsked } from "#lib/addresses/asked.ts";

/** Reports a change as done or requested. True: it waits, and the typed values are not in force. Needs `changes`. */
export function useChangedToast(): (answer: object, done: string) => boolean {
	const t = useTranslations("changes");
	return (answer, done) => {
		if (!isAsked(answer)) {
			toast(done);
			return false;
		}
		toast(t(answer.changeRequest.effectiveAt === null ? "toastAsked" : "toastAlone"));
		return true;
	};
}

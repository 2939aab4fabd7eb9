"use client";
import { useTranslations } from "next-intl";
import { toast } from "#components/ui/toast.tsx";
import { isAsked } from "#lib/asked.ts";

/** Says what became of a change: done, or asked for. True: it waits, and what was typed is not what stands. Needs `changes`. */
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

"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useSettingChange } from "#components/change-requests/use-setting-change.ts";
import { toast } from "#components/ui/toast.tsx";

/** Saves a rule, whose form passes on `onInput`. When the change waits for another admin, `reset` shows the rule that is still in force. */
export function useSaveRules<Change>(
	save: (change: Change) => Promise<object>,
	{ reset, ...options }: { saved: string; reset: () => void; fields: readonly string[] },
) {
	const t = useTranslations("settings.rules");
	const loss = useRef("");
	const onInput = () => {
		loss.current = t("stale");
	};
	// A rule that another admin saves replaces the form with what is typed in it. A toast says so, because the form loses its own notice.
	useEffect(() => {
		const { pathname } = location;
		return () => void (loss.current && location.pathname === pathname && toast(loss.current, "danger"));
	}, []);
	const send = (change: Change) => {
		loss.current = "";
		return save(change);
	};
	const onDone = (isRequested: boolean) => isRequested && reset();
	return { ...useSettingChange(send, { ...options, onDone, onError: onInput }), onInput };
}

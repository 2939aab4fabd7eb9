"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { signingOut } from "#components/shell/redirect-to-sign-in.ts";
import { Icon } from "#components/ui/icon.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { signOut } from "#lib/queries/session.ts";

export function SignOutButton() {
	const t = useTranslations("shell");
	const errorText = useErrorText();
	const queries = useQueryClient();
	const [leaving, setLeaving] = useState(false);
	const isReady = useHydrated();
	const leave = async () => {
		setLeaving(true);
		const stay = signingOut();
		try {
			const answer = await signOut();
			forgetMember(queries);
			// Forces a full page load, so that no data stays in memory.
			location.assign(answer?.leaveTo ?? "/sign-in");
		} catch (error) {
			stay();
			setLeaving(false);
			toast(errorText(error), "danger");
		}
	};
	return (
		<button
			type="button"
			// Disabled until scripts run, although the menu opens before: a person whose click has no effect would think the sign-out was done.
			disabled={!isReady}
			onClick={leaving ? undefined : () => void leave()}
			aria-disabled={leaving || undefined}
			className="menu-entry w-full sm:h-9"
		>
			<Icon name="log-out" />
			{leaving ? t("signingOut") : t("signOut")}
		</button>
	);
}

/** Clears cached responses and storage (drafts with numbers), which all belong to the member; language and theme are in cookies. */
function forgetMember(queries: QueryClient): void {
	queries.clear();
	for (const name of ["sessionStorage", "localStorage"] as const) {
		try {
			window[name].clear();
		} catch {
			// Blocked storage contains nothing of ours.
		}
	}
}

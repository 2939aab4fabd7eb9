"use client";
import { useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { forgetMember } from "#components/shell/forget-member.ts";
import { signingOut } from "#components/shell/leave-for-sign-in.ts";
import { signOut } from "#lib/queries/members.ts";

export function SignOutButton() {
	const t = useTranslations("shell");
	const queries = useQueryClient();
	const [leaving, setLeaving] = useState(false);
	const leave = async () => {
		setLeaving(true);
		const stay = signingOut();
		try {
			const answer = await signOut();
			forgetMember(queries, window);
			// A whole new page: nothing of this one stays in memory.
			location.assign(answer?.leaveTo ?? "/sign-in");
		} catch {
			stay();
			setLeaving(false);
		}
	};
	return (
		<button
			type="button"
			onClick={() => void leave()}
			aria-disabled={leaving || undefined}
			className="flex h-10 w-full items-center gap-2.5 rounded-[6px] px-2.5 font-medium hover:bg-neutral-soft sm:h-9"
		>
			<LogOut aria-hidden="true" className="size-4 text-ink-2" />
			{leaving ? t("signingOut") : t("signOut")}
		</button>
	);
}

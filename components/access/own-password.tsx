"use client";
import { useTranslations } from "next-intl";
import { LeaveButton } from "#components/access/leave-button.tsx";
import { PasswordForm } from "#components/account/password-form.tsx";

/** Shown to a member with a temporary password, which somebody else set: the member must change it, or may sign out. */
export function OwnPassword({ email }: { email: string }) {
	const t = useTranslations("auth.ownPassword");
	return (
		<div className="grid gap-4 [&>section]:mb-0">
			<PasswordForm email={email} next="/" />
			<LeaveButton label={t("signOut")} />
		</div>
	);
}

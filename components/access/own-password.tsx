"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { PasswordForm } from "#components/account/password-form.tsx";
import { Button } from "#components/ui/button.tsx";
import { signOut } from "#lib/queries/members.ts";

/** Shown to a member with a temporary password, which somebody else set: the member must change it, or may sign out. */
export function OwnPassword({ email }: { email: string }) {
	const t = useTranslations("auth.ownPassword");
	const leave = useMutation({ mutationFn: signOut, onSettled: () => location.assign("/sign-in") });
	return (
		<div className="grid gap-4 [&>section]:mb-0">
			<PasswordForm email={email} next="/" />
			<Button variant="ghost" busy={leave.isPending} onClick={() => leave.mutate()} className="justify-self-center">
				{t("signOut")}
			</Button>
		</div>
	);
}

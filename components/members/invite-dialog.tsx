"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useId } from "react";
import { InvitationLink } from "#components/members/invitation-link.tsx";
import { isFieldError, useMemberFaults } from "#components/members/member-faults.ts";
import { RoleSelect } from "#components/members/role-select.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { NewInvitation } from "#lib/contracts/invitation.ts";
import { invitationQueries, inviteMember } from "#lib/queries/invitations.ts";
import { memberQueries } from "#lib/queries/members.ts";
import { ROLES } from "#lib/roles.ts";
import { typedText } from "#lib/typed-text.ts";

/** Who is invited, and as what; then the link, this once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
	const t = useTranslations("members.invite");
	const common = useTranslations("common");
	const formId = useId();
	const client = useQueryClient();
	const mailed = useQuery(invitationQueries.list()).data?.mailed ?? false;
	const invite = useMutation({
		mutationFn: inviteMember,
		onSettled: () => client.invalidateQueries({ queryKey: memberQueries.all }),
	});
	if (invite.data) return <InvitationLink issued={invite.data} mailed={mailed} onClose={onClose} />;
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (!invite.isPending) invite.mutate(invitationOf(new FormData(event.currentTarget)));
	}
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("title")}
			actions={
				<>
					<Button type="submit" form={formId} variant="primary" busy={invite.isPending}>
						{t("send")}
					</Button>
					<Button onClick={onClose}>{common("cancel")}</Button>
				</>
			}
		>
			<form id={formId} onSubmit={submit} noValidate className="grid gap-4">
				<InviteFields error={invite.error} mailed={mailed} />
			</form>
		</Dialog>
	);
}

function InviteFields({ error, mailed }: { error: unknown; mailed: boolean }) {
	const t = useTranslations("members");
	const words = useErrorText();
	const faults = useMemberFaults();
	const locale = useLocale();
	return (
		<>
			<Field label={t("name")} error={faults("name", error)}>
				<TextInput name="name" autoComplete="off" maxLength={80} />
			</Field>
			<Field label={t("email")} error={faults("email", error)}>
				<TextInput name="email" type="email" autoComplete="off" maxLength={254} />
			</Field>
			<RoleSelect name="role" defaultValue="maker" />
			<Field label={t("invite.language")}>
				<Select name="locale" defaultValue={locale}>
					<option value="en">English</option>
					<option value="fr">Français</option>
				</Select>
			</Field>
			<p className="text-ink-2 text-xs">{t(mailed ? "invite.byMail" : "invite.byHand")}</p>
			<p className="text-ink-2 text-xs">{t("invite.order")}</p>
			{error && !isFieldError(error) ? (
				<Notice tone="danger" urgent>
					{words(error)}
				</Notice>
			) : null}
		</>
	);
}

function invitationOf(data: FormData): NewInvitation {
	const text = (name: string) => String(data.get(name) ?? "");
	const role = ROLES.find((each) => each === text("role")) ?? "viewer";
	const locale = text("locale") === "fr" ? "fr" : "en";
	return { name: typedText(text("name")), email: typedText(text("email")), role, locale };
}

"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { InvitationLink } from "#components/members/invitation-link.tsx";
import { isFieldError, useMemberFaults } from "#components/members/member-faults.ts";
import { RoleSelect } from "#components/members/role-select.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { NewInvitation } from "#lib/contracts/invitation.ts";
import { invitationQueries, inviteMember } from "#lib/queries/invitations.ts";
import { memberQueries } from "#lib/queries/members.ts";
import { ROLES } from "#lib/roles.ts";
import { typedText } from "#lib/typed-text.ts";

/** Who is invited, and as what; then the link, this once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
	const t = useTranslations("members.invite");
	const errorText = useErrorText();
	const client = useQueryClient();
	const mailed = useQuery(invitationQueries.list()).data?.mailed ?? false;
	const invite = useMutation({
		mutationFn: inviteMember,
		onSettled: () => client.invalidateQueries({ queryKey: memberQueries.all }),
	});
	if (invite.data) return <InvitationLink issued={invite.data} mailed={mailed} onClose={onClose} />;
	return (
		<FormDialog
			title={t("title")}
			action={t("send")}
			busy={invite.isPending}
			fault={invite.isError && !isFieldError(invite.error) ? errorText(invite.error) : null}
			onSubmit={(form) => invite.mutate(invitationOf(form))}
			onClose={onClose}
		>
			<InviteFields error={invite.error} mailed={mailed} />
		</FormDialog>
	);
}

function InviteFields({ error, mailed }: { error: unknown; mailed: boolean }) {
	const t = useTranslations("members");
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
		</>
	);
}

function invitationOf(data: FormData): NewInvitation {
	const text = (name: string) => String(data.get(name) ?? "");
	const role = ROLES.find((each) => each === text("role")) ?? "viewer";
	const locale = text("locale") === "fr" ? "fr" : "en";
	return { name: typedText(text("name")), email: typedText(text("email")), role, locale };
}

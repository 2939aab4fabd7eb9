"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { isFieldError, useMemberFaults } from "#components/members/member-faults.ts";
import { RoleSelect } from "#components/members/role-select.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { NewMember } from "#lib/contracts/member.ts";
import { addMember, memberQueries } from "#lib/queries/members.ts";
import { ROLES, type Role } from "#lib/roles.ts";
import { typedText } from "#lib/text/typed-text.ts";

/** Name, e-mail, role and a first password, which the admin hands over. The route validates, and the fields show its faults. */
export function NewMemberDialog({ onClose }: { onClose: () => void }) {
	const t = useTranslations("members");
	const errorText = useErrorText();
	const faults = useMemberFaults();
	const tell = useChangedToast();
	const client = useQueryClient();
	const add = useMutation({
		mutationFn: addMember,
		onSuccess: (answer, { name }) => {
			void client.invalidateQueries({ queryKey: memberQueries.all });
			tell(answer, t("added", { name }));
			onClose();
		},
	});
	return (
		<FormDialog
			title={t("add")}
			action={t("add")}
			busy={add.isPending}
			fault={add.isError && !isFieldError(add.error) ? errorText(add.error) : null}
			onSubmit={(form) => add.mutate(newMemberOf(form))}
			onClose={onClose}
		>
			<Field label={t("name")} error={faults("name", add.error)}>
				<TextInput name="name" autoComplete="off" maxLength={80} />
			</Field>
			<Field label={t("email")} error={faults("email", add.error)}>
				<TextInput name="email" type="email" autoComplete="off" maxLength={254} />
			</Field>
			<RoleSelect name="role" defaultValue="maker" />
			<Field label={t("password")} hint={t("passwordHint")} error={faults("password", add.error)}>
				<TextInput name="password" type="password" autoComplete="new-password" maxLength={256} />
			</Field>
			<p className="text-ink-2 text-xs">{t("twoAdmins")}</p>
		</FormDialog>
	);
}

function newMemberOf(data: FormData): NewMember {
	const text = (name: string) => String(data.get(name) ?? "");
	const role = ROLES.find((each): each is Role => each === text("role")) ?? "viewer";
	return { name: typedText(text("name")), email: typedText(text("email")), role, password: text("password") };
}

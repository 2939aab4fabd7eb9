"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useId } from "react";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { isFieldError, useMemberFaults } from "#components/members/member-faults.ts";
import { ResetFactor } from "#components/members/reset-factor.tsx";
import { RoleSelect } from "#components/members/role-select.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { Member, MemberChange } from "#lib/contracts/member.ts";
import { changeRequestQueries } from "#lib/queries/change-requests.ts";
import { changeMember, memberQueries } from "#lib/queries/members.ts";
import { ROLES } from "#lib/roles.ts";

/** Role, a new password, and whether the member may sign in at all. Each change ends the member's sessions. */
export function MemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
	const t = useTranslations("members");
	const common = useTranslations("common");
	const errorText = useErrorText();
	const faults = useMemberFaults();
	const tell = useChangedToast();
	const formId = useId();
	const client = useQueryClient();
	const change = useMutation({
		mutationFn: (changes: MemberChange) => changeMember(member.id, changes),
		onSuccess: (answer) => {
			tell(answer, t("changed", { name: member.name }));
			void client.invalidateQueries({ queryKey: changeRequestQueries.all });
			onClose();
		},
		onSettled: () => client.invalidateQueries({ queryKey: memberQueries.all }),
	});
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const changes = changesOf(member, new FormData(event.currentTarget));
		if (Object.keys(changes).length === 0) return onClose();
		if (!change.isPending) change.mutate(changes);
	}
	return (
		<Dialog
			open
			onClose={onClose}
			title={member.name}
			actions={
				<>
					<Button type="submit" form={formId} variant="primary" busy={change.isPending}>
						{common("save")}
					</Button>
					<Button onClick={onClose}>{common("cancel")}</Button>
				</>
			}
		>
			<form id={formId} onSubmit={submit} noValidate className="grid gap-4">
				<p className="break-all text-ink-2 text-sm">{member.email}</p>
				<RoleSelect name="role" defaultValue={member.role} />
				<Field label={t("newPassword")} optional hint={t("newPasswordHint")} error={faults("password", change.error)}>
					<TextInput name="password" type="password" autoComplete="new-password" maxLength={256} />
				</Field>
				<Checkbox
					name="disabled"
					defaultChecked={member.disabledAt !== null}
					label={t("disable")}
					hint={t("disableHint")}
				/>
				<p className="text-ink-2 text-xs">
					{t("endsSessions")} {t("twoAdmins")}
				</p>
				{member.secondFactor ? <ResetFactor member={member} onClose={onClose} /> : null}
				{change.isError && !isFieldError(change.error) ? (
					<Notice tone="danger" urgent>
						{errorText(change.error)}
					</Notice>
				) : null}
			</form>
		</Dialog>
	);
}

/** Exactly what differs from what stands there. */
function changesOf(member: Member, data: FormData): MemberChange {
	const role = ROLES.find((each) => each === data.get("role"));
	const disabled = data.get("disabled") !== null;
	const password = String(data.get("password") ?? "");
	return {
		...(role && role !== member.role ? { role } : {}),
		...(disabled === (member.disabledAt !== null) ? {} : { disabled }),
		...(password ? { password } : {}),
	};
}

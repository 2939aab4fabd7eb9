"use client";
import { useTranslations } from "next-intl";
import { useSettingChange } from "#components/change-requests/use-setting-change.ts";
import { useMemberFaults } from "#components/members/member-faults.ts";
import { RoleSelect } from "#components/members/role-select.tsx";
import { Button } from "#components/ui/button.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { Member, MemberChange, NewMember } from "#lib/contracts/member.ts";
import { addMember, changeMember } from "#lib/queries/members.ts";
import { resetSecondFactor } from "#lib/queries/second-factor.ts";
import { ROLES, type Role } from "#lib/roles.ts";
import { typedText } from "#lib/text/typed-text.ts";

/** Changes role, password or access of a member. Each change ends the member's sessions. */
export function MemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
	const t = useTranslations("members");
	const common = useTranslations("common");
	const faults = useMemberFaults();
	const change = useSettingChange((changes: MemberChange) => changeMember(member.id, changes), {
		saved: t("changed", { name: member.name }),
		onDone: onClose,
		fields: ["password"],
		gcTime: 0,
	});
	function submit(form: FormData) {
		const changes = changesOf(member, form);
		if (Object.keys(changes).length === 0) onClose();
		else change.mutate(changes);
	}
	return (
		<FormDialog
			title={member.name}
			action={common("save")}
			mutation={change}
			isErrorInside={change.fault === null}
			onSubmit={submit}
			onClose={onClose}
		>
			<p className="break-all text-ink-2 text-sm">{member.email}</p>
			<RoleSelect defaultValue={member.role} />
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
		</FormDialog>
	);
}

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

/** Removes the second factors of a member, who then signs in by password and sets up a new factor if the desk requires one. */
function ResetFactor({ member, onClose }: { member: Member; onClose: () => void }) {
	const t = useTranslations("members");
	const errorText = useErrorText();
	const reset = useSettingChange(() => resetSecondFactor(member.id), {
		saved: t("factorReset", { name: member.name }),
		onDone: onClose,
		onError: (error) => toast(errorText(error), "danger"),
	});
	return (
		<div className="grid justify-items-start gap-2 border-line border-t pt-4">
			<Button variant="danger" busy={reset.isPending} onClick={() => reset.mutate()}>
				{t("resetFactor")}
			</Button>
			<p className="text-ink-2 text-xs">{t("resetFactorHint")}</p>
		</div>
	);
}

export function NewMemberDialog({ onClose }: { onClose: () => void }) {
	const t = useTranslations("members");
	const faults = useMemberFaults();
	const add = useSettingChange(addMember, {
		saved: ({ name }) => t("added", { name }),
		onDone: onClose,
		fields: ["name", "email", "password"],
		gcTime: 0,
	});
	return (
		<FormDialog
			title={t("add")}
			action={t("add")}
			mutation={add}
			isErrorInside={add.fault === null}
			onSubmit={(form) => add.mutate(newMemberOf(form))}
			onClose={onClose}
		>
			<Field label={t("name")} error={faults("name", add.error)}>
				<TextInput name="name" autoComplete="off" maxLength={80} />
			</Field>
			<Field label={t("email")} error={faults("email", add.error)}>
				<TextInput name="email" type="email" autoComplete="off" maxLength={254} />
			</Field>
			<RoleSelect defaultValue="maker" />
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

"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "#components/ui/fields/field.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { ROLES, type Role } from "#lib/roles.ts";

export function RoleSelect({ defaultValue }: { defaultValue: Role }) {
	const t = useTranslations("members");
	const roles = useTranslations("roles");
	const [role, setRole] = useState<string>(defaultValue);
	return (
		<Field label={t("role")} hint={t(`roleWhy.${role}`)}>
			<Select name="role" value={role} onChange={(event) => setRole(event.target.value)}>
				<Options of={ROLES.map((each) => [each, roles(each)])} />
			</Select>
		</Field>
	);
}

"use client";
import { useTranslations } from "next-intl";
import { ArrivalForm } from "#components/access/arrival-form.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { setUpDesk } from "#lib/queries/invitations.ts";
import { typedText } from "#lib/typed-text.ts";

/** The first admin: who they are, and their password. */
export function SetUpForm({ token }: { token: string }) {
	const t = useTranslations("setUp");
	return (
		<ArrivalForm
			send={(typed) => {
				const [name, email] = [typedText(typed("name")), typedText(typed("email"))];
				return setUpDesk({ token, name, email, password: typed("password") });
			}}
			label={t("begin")}
		>
			{(faultOf) => (
				<>
					<Field label={t("name")} error={faultOf("name")}>
						<TextInput name="name" autoComplete="name" maxLength={80} />
					</Field>
					<Field label={t("email")} error={faultOf("email")}>
						<TextInput name="email" type="email" autoComplete="username" maxLength={254} />
					</Field>
				</>
			)}
		</ArrivalForm>
	);
}

"use client";
import { useTranslations } from "next-intl";
import { ChoosePasswordForm } from "#components/access/choose-password-form.tsx";
import { OpenedLink } from "#components/access/opened-link.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { setUpDesk } from "#lib/queries/invitations.ts";
import { typedText } from "#lib/text/typed-text.ts";

export function SetUpForm() {
	const t = useTranslations("setUp");
	return (
		<OpenedLink<{ isOpen: boolean }> of="set-up" over={t("over")}>
			{({ isOpen }, token) => (isOpen ? <FirstAdmin token={token} /> : null)}
		</OpenedLink>
	);
}

function FirstAdmin({ token }: { token: string }) {
	const t = useTranslations("setUp");
	return (
		<ChoosePasswordForm
			send={(typed) => {
				const [name, email] = [typedText(typed("name")), typedText(typed("email"))];
				return setUpDesk({ token, name, email, password: typed("password") });
			}}
			label={t("begin")}
		>
			{(faultOf) => (
				<>
					<p className="text-sm">{t("lead")}</p>
					<Field label={t("name")} error={faultOf("name")}>
						<TextInput name="name" autoComplete="name" maxLength={80} />
					</Field>
					<Field label={t("email")} error={faultOf("email")}>
						<TextInput name="email" type="email" autoComplete="username" maxLength={254} />
					</Field>
				</>
			)}
		</ChoosePasswordForm>
	);
}

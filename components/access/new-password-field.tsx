import { useTranslations } from "next-intl";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";

/** A password that its owner chooses, here and now. */
export function NewPasswordField({ error }: { error: string | null }) {
	const t = useTranslations("invitation");
	return (
		<Field label={t("password")} hint={t("passwordHint")} error={error}>
			<TextInput name="password" type="password" autoComplete="new-password" maxLength={256} />
		</Field>
	);
}

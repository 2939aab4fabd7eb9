"use client";
import { useTranslations } from "next-intl";
import { KEYS_OFF } from "#components/shell/shortcuts.tsx";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";

/** Switches the keys that act without a modifier, because speech input types letters by itself. A cookie keeps the choice after a sign-out. */
export function KeysSwitch() {
	const t = useTranslations("account");
	return (
		<Checkbox
			defaultChecked
			ref={(box) => {
				if (box) box.checked = !document.cookie.includes(KEYS_OFF);
			}}
			label={t("keys")}
			hint={t("keysHint")}
			onChange={({ target }) => {
				// biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
				document.cookie = `${KEYS_OFF}; path=/; samesite=lax; max-age=${target.checked ? 0 : 31_536_000}`;
			}}
			className="mt-8 max-w-[26rem]"
		/>
	);
}

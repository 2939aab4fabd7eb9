import { useTranslations } from "next-intl";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Notice } from "#components/ui/page/notice.tsx";

/** A link that opens nothing: unknown, used and too old are one answer. `children`: how one comes by another link. */
export function LinkOver({ children }: { children: string }) {
	const t = useTranslations("invitation");
	return (
		<>
			<Notice tone="warning" title={t("overTitle")}>
				{children}
			</Notice>
			<LinkButton href="/sign-in" className="justify-self-center">
				{t("toSignIn")}
			</LinkButton>
		</>
	);
}

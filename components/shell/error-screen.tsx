import { useTranslations } from "next-intl";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Logo } from "#components/ui/logo.tsx";

export function ErrorScreen({ page }: { page: "notFound" | "forbidden" }) {
	const t = useTranslations("errors");
	return (
		<div data-wide className="mx-auto grid max-w-[30rem] justify-items-center gap-2 py-16 text-center">
			<Logo className="mb-2 size-9 text-ink-3" />
			<h1 className="font-[620] text-xl tracking-[-0.017em]">{t(`${page}Title`)}</h1>
			<p className="text-balance text-ink-2">{t(`${page}Why`)}</p>
			<div className="mt-4 flex flex-wrap justify-center gap-2">
				<LinkButton href="/" variant="primary">
					{t("toHome")}
				</LinkButton>
			</div>
		</div>
	);
}

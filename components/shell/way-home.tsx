import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Logo } from "#components/ui/logo.tsx";

export function WayHome({ page }: { page: "notFound" | "forbidden" }) {
	const t = useTranslations("errors");
	return (
		<MessagePage title={t(`${page}Title`)} text={t(`${page}Why`)}>
			<LinkButton href="/" variant="primary">
				{t("toHome")}
			</LinkButton>
		</MessagePage>
	);
}

interface MessagePageProps {
	title: string;
	text: string;
	children: ReactNode;
}

function MessagePage({ title, text: shown, children }: MessagePageProps) {
	return (
		<div data-wide className="mx-auto grid max-w-[30rem] justify-items-center gap-2 py-16 text-center">
			<Logo className="mb-2 size-9 text-ink-3" />
			<h1 className="font-[620] text-xl tracking-[-0.017em]">{title}</h1>
			<p className="text-balance text-ink-2">{shown}</p>
			<div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>
		</div>
	);
}

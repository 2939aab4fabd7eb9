import type { ReactNode } from "react";
import { DeskLink } from "#components/ui/desk-link.tsx";

interface PageHeaderProps {
	title: ReactNode;
	/** One line below the title, such as the wallet, the time of the data and the number of rows. */
	lead?: ReactNode;
	back?: { href: string; label: string };
	/** One primary action at most. */
	actions?: ReactNode;
}

/** Contains the only h1 of a page. */
export function PageHeader({ title, lead, back, actions }: PageHeaderProps) {
	return (
		<header className="mb-[22px] flex flex-wrap items-start justify-between gap-4">
			<div className="min-w-0 flex-[1_1_16rem]">
				{back ? (
					<p className="mb-1.5 text-[0.8125rem] text-ink-2">
						<DeskLink href={back.href} className="rounded-sm hover:text-ink hover:underline">
							{back.label} <span aria-hidden="true">›</span>
						</DeskLink>
					</p>
				) : null}
				<h1 className="font-[620] text-xl tracking-[-0.017em] not-has-[.code]:first-letter:uppercase">{title}</h1>
				{lead ? <div className="mt-[3px] max-w-[84ch] text-pretty text-[0.8125rem] text-ink-2">{lead}</div> : null}
			</div>
			{actions ? (
				<div className="flex flex-wrap items-center gap-2 empty:hidden max-sm:w-full max-sm:*:flex-1">{actions}</div>
			) : null}
		</header>
	);
}

import { DeskLink } from "#components/ui/desk-link.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";

interface SectionHeadProps {
	id: string;
	title: string;
	href: string;
	link: string;
}

export function SectionHead({ id, title, href, link }: SectionHeadProps) {
	return (
		<div className="flex items-baseline justify-between gap-3">
			<SectionTitle id={id}>{title}</SectionTitle>
			<DeskLink href={href} className="rounded-sm text-accent text-xs hover:underline">
				{link}
			</DeskLink>
		</div>
	);
}

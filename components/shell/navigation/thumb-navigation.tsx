/** The phone's bottom row: five places under the thumb, each as wide as its word, so that long ones do not touch. */
import { useTranslations } from "next-intl";
import { NavigationIcon } from "#components/shell/navigation/navigation-icon.tsx";
import { NavigationLink } from "#components/shell/navigation/navigation-link.tsx";
import { WaitingCount } from "#components/shell/navigation/waiting-count.tsx";
import { thumbItems } from "#components/shell/navigation-items.ts";
import type { Role } from "#lib/roles.ts";

export function ThumbNavigation({ role }: { role: Role }) {
	const t = useTranslations("nav");
	return (
		<nav
			aria-label={t("label")}
			className="fixed inset-x-0 bottom-0 z-20 flex border-line border-t bg-surface px-0.5 pt-[7px] pb-[max(9px,env(safe-area-inset-bottom))] text-center sm:hidden"
		>
			{thumbItems(role).map(({ key, href }) => (
				<NavigationLink
					key={key}
					href={href}
					className="relative grid min-w-11 flex-auto justify-items-center gap-[3px] rounded-[6px] py-0.5 font-[520] text-[0.625rem] text-ink-2 tracking-[-0.02em] max-[22rem]:text-[0.5625rem] aria-[current]:text-accent"
				>
					<NavigationIcon of={key} className="size-5" />
					{t(key)}
					{key === "approvals" ? (
						<WaitingCount className="absolute -top-1 left-1/2 ml-1.5 min-w-4 rounded-full bg-accent px-1 font-semibold text-[0.625rem] text-accent-ink leading-4 tabular-nums" />
					) : null}
				</NavigationLink>
			))}
		</nav>
	);
}

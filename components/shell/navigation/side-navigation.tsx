/** The left column: names beside their signs on a desktop, below them on a tablet. */
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { MemberMenu } from "#components/shell/navigation/member-menu.tsx";
import { NavigationIcon } from "#components/shell/navigation/navigation-icon.tsx";
import { NavigationLink } from "#components/shell/navigation/navigation-link.tsx";
import type { ShellMember } from "#components/shell/navigation/shell-member.ts";
import { WaitingCount } from "#components/shell/navigation/waiting-count.tsx";
import { navigationGroups } from "#components/shell/navigation-items.ts";
import { SearchButton } from "#components/shell/search/search-button.tsx";
import { Logo } from "#components/ui/logo.tsx";
import type { ThemeChoice } from "#lib/i18n/choose-locale.ts";

export function SideNavigation({ member, theme }: { member: ShellMember; theme: ThemeChoice }) {
	const t = useTranslations("nav");
	return (
		<header className="sticky top-(--frame-top) flex h-[calc(100dvh-var(--frame-top))] flex-col overflow-y-auto border-line border-r px-1.5 pt-[18px] pb-3 max-sm:hidden lg:px-3">
			<p className="flex items-center gap-x-[9px] gap-y-1 px-2 pt-0.5 pb-4 font-[650] text-md tracking-[-0.01em] max-lg:flex-col max-lg:pb-3 max-lg:text-xs">
				<Logo className="size-[22px] text-accent" />
				Cauri
			</p>
			<SearchButton place="side" className="mb-3 shrink-0 lg:h-[34px]" />
			<nav aria-label={t("label")} className="grid gap-0.5">
				{navigationGroups(member.role).map((group, place) => (
					<Fragment key={group[0]?.key}>
						{place > 0 ? <div className="h-3.5 max-lg:h-1.5" /> : null}
						{group.map(({ key, href }) => (
							<NavigationLink
								key={key}
								href={href}
								className="relative flex items-center gap-x-2.5 gap-y-[3px] rounded-[6px] px-2 py-1.5 font-medium text-ink-2 text-sm hover:text-ink aria-[current]:bg-neutral-soft aria-[current]:text-ink max-lg:flex-col max-lg:px-0 max-lg:text-[0.65625rem] max-lg:leading-tight max-lg:tracking-[-0.02em]"
							>
								<NavigationIcon of={key} className="size-4 shrink-0 max-lg:size-[18px]" />
								{t(key)}
								{key === "approvals" ? (
									<WaitingCount className="rounded-full max-lg:absolute max-lg:top-0.5 max-lg:left-1/2 max-lg:ml-2 lg:ml-auto bg-accent px-1.5 font-semibold text-2xs text-accent-ink leading-[18px] tabular-nums" />
								) : null}
							</NavigationLink>
						))}
					</Fragment>
				))}
			</nav>
			<div className="mt-auto border-line border-t pt-2">
				<MemberMenu member={member} theme={theme} place="side" />
			</div>
		</header>
	);
}

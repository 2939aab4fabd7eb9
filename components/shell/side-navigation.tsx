/** The desktop's left column. */
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { MemberMenu } from "#components/shell/member-menu.tsx";
import { NavigationIcon } from "#components/shell/navigation-icon.tsx";
import { navigationGroups } from "#components/shell/navigation-items.ts";
import { NavigationLink } from "#components/shell/navigation-link.tsx";
import type { ShellMember } from "#components/shell/shell-member.ts";
import { WaitingCount } from "#components/shell/waiting-count.tsx";
import { Logo } from "#components/ui/logo.tsx";
import type { ThemeChoice } from "#lib/i18n/choose-locale.ts";

export function SideNavigation({ member, theme }: { member: ShellMember; theme: ThemeChoice }) {
	const t = useTranslations("nav");
	return (
		<header className="sticky top-(--frame-top) flex h-[calc(100dvh-var(--frame-top))] flex-col overflow-y-auto border-line border-r px-3 pt-[18px] pb-3 max-sm:hidden">
			<p className="flex items-center gap-[9px] px-2 pt-0.5 pb-4 font-[650] text-md tracking-[-0.01em]">
				<Logo className="size-[22px] text-accent" />
				Cauri
			</p>
			<nav aria-label={t("label")} className="grid gap-0.5">
				{navigationGroups(member.role).map((group, place) => (
					<Fragment key={group[0]?.key}>
						{place > 0 ? <div className="h-3.5" /> : null}
						{group.map(({ key, href }) => (
							<NavigationLink
								key={key}
								href={href}
								className="flex items-center gap-2.5 rounded-[6px] px-2 py-1.5 font-medium text-ink-2 text-sm hover:text-ink aria-[current]:bg-neutral-soft aria-[current]:text-ink"
							>
								<NavigationIcon of={key} className="size-4 shrink-0" />
								{t(key)}
								{key === "approvals" ? (
									<WaitingCount className="ml-auto rounded-full bg-accent px-1.5 font-semibold text-2xs text-accent-ink leading-[18px] tabular-nums" />
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

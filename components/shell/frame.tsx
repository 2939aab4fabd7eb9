import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { BlockFirstPaint } from "#components/shell/block-first-paint.tsx";
import { LiveUpdates } from "#components/shell/live-updates.tsx";
import { LostFocus } from "#components/shell/lost-focus.tsx";
import { MemberMenu } from "#components/shell/navigation/member-menu.tsx";
import { NavigationEntry } from "#components/shell/navigation/navigation-entry.tsx";
import type { ShellMember } from "#components/shell/navigation/shell-member.ts";
import { bottomItems, navigationGroups, shortcutKeys } from "#components/shell/navigation-items.ts";
import { SearchButton } from "#components/shell/search/search-button.tsx";
import { Shortcuts } from "#components/shell/shortcuts.tsx";
import { StatusNotices } from "#components/shell/status-notices.tsx";
import { StopSending } from "#components/shell/stop-sending.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Logo } from "#components/ui/logo.tsx";
import { Toaster } from "#components/ui/toast.tsx";
import type { ThemeChoice } from "#lib/i18n/choose-locale.ts";
import { may, type Role } from "#lib/roles.ts";

interface FrameProps {
	member: ShellMember;
	theme: ThemeChoice;
	/** True when the desk uses the sandbox and moves no real money. */
	sandbox: boolean;
	children: ReactNode;
}

export function Frame({ member, theme, sandbox, children }: FrameProps) {
	const t = useTranslations("shell");
	return (
		<div className={cx("group/frame", sandbox ? "[--frame-top:1.8125rem]" : "[--frame-top:0px]")}>
			<BlockFirstPaint>
				<a
					href="#content"
					className="-translate-y-28 fixed top-1.5 left-3 z-50 rounded-md border border-line-strong bg-surface px-3 py-1.5 font-medium shadow-raised focus:translate-y-0 print:hidden"
				>
					{t("skip")}
				</a>
				{sandbox ? <SandboxBanner /> : null}
				<TopBar member={member} theme={theme} />
				<div className="grid grid-cols-[minmax(0,1fr)] sm:grid-cols-[96px_minmax(0,1fr)] lg:grid-cols-[216px_minmax(0,1fr)]">
					<SideNavigation member={member} theme={theme} />
					<main
						id="content"
						tabIndex={-1}
						className="w-full max-w-[1120px] px-4 pt-2 pb-28 sm:px-6 sm:pt-[26px] sm:pb-[60px] md:px-9 wide:max-w-[1360px] wide:has-data-wide:max-w-[1760px]"
					>
						<StatusNotices />
						{children}
					</main>
				</div>
				<BottomNavigation role={member.role} />
				<Toaster />
				<Shortcuts role={member.role} keys={shortcutKeys(member.role)} />
				<LostFocus />
				<LiveUpdates memberId={member.id} />
			</BlockFirstPaint>
		</div>
	);
}

/** Stays visible on every page, so that nobody takes the sandbox's money for real money. */
export function SandboxBanner() {
	const t = useTranslations("shell");
	return (
		<aside
			aria-label={t("sandboxLabel")}
			className="sticky top-0 z-30 flex h-[1.8125rem] items-center justify-center bg-warning-soft px-3 text-center font-medium text-warning text-xs max-xs:tracking-[-0.01em]"
		>
			{t("sandbox")}
		</aside>
	);
}

function TopBar({ member, theme }: { member: ShellMember; theme: ThemeChoice }) {
	return (
		<header className="flex h-12 items-center justify-between gap-3 px-4 sm:hidden">
			<p className="flex items-center gap-2 font-[650] text-md tracking-[-0.01em]">
				<Logo className="size-5 text-accent" />
				<span className="max-[22rem]:sr-only">Cauri</span>
			</p>
			<SearchButton place="top" />
			{may(member.role, "sending.stop") ? <StopSending compact /> : null}
			<MemberMenu member={member} theme={theme} place="top" />
		</header>
	);
}

function BottomNavigation({ role }: { role: Role }) {
	const t = useTranslations("nav");
	return (
		<nav aria-label={t("label")} className="bottom-nav">
			{bottomItems(role).map((item) => (
				<NavigationEntry key={item.key} item={item} />
			))}
		</nav>
	);
}

function SideNavigation({ member, theme }: { member: ShellMember; theme: ThemeChoice }) {
	const t = useTranslations("nav");
	return (
		<header className="sticky top-(--frame-top) flex h-[calc(100dvh-var(--frame-top))] flex-col overflow-y-auto border-line border-r px-1.5 pt-[18px] pb-3 max-sm:hidden lg:px-3">
			<p className="flex items-center gap-x-[9px] gap-y-1 px-2 pt-0.5 pb-4 font-[650] text-md tracking-[-0.01em] max-lg:flex-col max-lg:pb-3 max-lg:text-xs">
				<Logo className="size-[22px] text-accent" />
				Cauri
			</p>
			<SearchButton place="side" />
			<nav aria-label={t("label")} className="side-nav grid gap-0.5">
				{navigationGroups(member.role).map((group, place) => (
					<Fragment key={group[0]?.key}>
						{place > 0 ? <div /> : null}
						{group.map((item) => (
							<NavigationEntry key={item.key} item={item} />
						))}
					</Fragment>
				))}
			</nav>
			<div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t pt-2">
				{may(member.role, "sending.stop") ? <StopSending compact className="px-2!" /> : null}
				<MemberMenu member={member} theme={theme} place="side" />
			</div>
		</header>
	);
}

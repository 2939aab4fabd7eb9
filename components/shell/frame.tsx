/** The frame of every page behind a session. */
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LiveUpdates } from "#components/shell/live-updates.tsx";
import type { ShellMember } from "#components/shell/navigation/shell-member.ts";
import { SideNavigation } from "#components/shell/navigation/side-navigation.tsx";
import { ThumbNavigation } from "#components/shell/navigation/thumb-navigation.tsx";
import { TopBar } from "#components/shell/navigation/top-bar.tsx";
import { Shortcuts } from "#components/shell/shortcuts.tsx";
import { StatusNotices } from "#components/shell/status-notices.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Toaster } from "#components/ui/toast.tsx";
import type { ThemeChoice } from "#lib/i18n/choose-locale.ts";

interface FrameProps {
	member: ShellMember;
	theme: ThemeChoice;
	/** No real money is behind this desk. */
	sandbox: boolean;
	children: ReactNode;
}

const FRAME_END = "frame-end";

export function Frame({ member, theme, sandbox, children }: FrameProps) {
	const t = useTranslations("shell");
	return (
		<div className={cx("group/frame", sandbox ? "[--frame-top:29px]" : "[--frame-top:0px]")}>
			{/* Goes into the head: the first picture waits until what follows is parsed whole. Half a table has other columns. */}
			<link rel="expect" href={`#${FRAME_END}`} blocking="render" />
			<a
				href="#content"
				className="-translate-y-28 fixed top-1.5 left-3 z-50 rounded-md border border-line-strong bg-surface px-3 py-1.5 font-medium shadow-raised focus:translate-y-0"
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
			<ThumbNavigation role={member.role} />
			<Toaster />
			<Shortcuts role={member.role} />
			<LiveUpdates />
			<div id={FRAME_END} hidden />
		</div>
	);
}

/** On every page, never scrolled away: who works here must not take this money for real. */
export function SandboxBanner() {
	const t = useTranslations("shell");
	return (
		<aside
			aria-label={t("sandboxLabel")}
			className="sticky top-0 z-30 flex h-[29px] items-center justify-center bg-warning-soft px-3 text-center font-medium text-warning text-xs max-xs:tracking-[-0.01em]"
		>
			{t("sandbox")}
		</aside>
	);
}

/** The phone's head: whose desk it is, and the way to everything that is not under the thumb. */
import { MemberMenu } from "#components/shell/navigation/member-menu.tsx";
import type { ShellMember } from "#components/shell/navigation/shell-member.ts";
import { SearchButton } from "#components/shell/search/search-button.tsx";
import { Logo } from "#components/ui/logo.tsx";
import type { ThemeChoice } from "#lib/i18n/choose-locale.ts";

export function TopBar({ member, theme }: { member: ShellMember; theme: ThemeChoice }) {
	return (
		<header className="flex h-12 items-center justify-between gap-3 px-4 sm:hidden">
			<p className="flex items-center gap-2 font-[650] text-md tracking-[-0.01em]">
				<Logo className="size-5 text-accent" />
				Cauri
			</p>
			<SearchButton place="top" className="h-9 flex-1" />
			<MemberMenu member={member} theme={theme} place="top" />
		</header>
	);
}

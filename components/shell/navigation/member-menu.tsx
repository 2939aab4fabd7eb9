import { useTranslations } from "next-intl";
import { useId } from "react";
import { NavigationEntry } from "#components/shell/navigation/navigation-entry.tsx";
import { NavigationLink } from "#components/shell/navigation/navigation-link.tsx";
import { Preferences } from "#components/shell/navigation/preferences.tsx";
import { initials, type ShellMember } from "#components/shell/navigation/shell-member.ts";
import { SignOutButton } from "#components/shell/navigation/sign-out-button.tsx";
import { menuItems } from "#components/shell/navigation-items.ts";
import { cx } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";
import type { ThemeChoice } from "#lib/i18n/choose-locale.ts";

interface MemberMenuProps {
	member: ShellMember;
	theme: ThemeChoice;
	place: "side" | "top";
}

export function MemberMenu({ member, theme, place }: MemberMenuProps) {
	const t = useTranslations();
	const id = useId();
	const role = t(`roles.${member.role}`);
	const atSide = place === "side";
	return (
		<>
			<button
				type="button"
				popoverTarget={id}
				className={cx(
					"flex items-center gap-[9px] rounded-[6px] text-left text-xs hover:bg-neutral-soft",
					atSide ? "w-full px-2 py-1.5 max-lg:justify-center" : "-mr-1.5 p-1.5",
				)}
			>
				<span
					aria-hidden="true"
					className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-2xs text-accent"
				>
					{initials(member.name)}
				</span>
				<span className={atSide ? "min-w-0 flex-1 max-lg:sr-only" : "sr-only"}>
					<span className="block truncate font-[550]" title={member.name}>
						{member.name}
					</span>
					<span className="block text-ink-3">{role}</span>
					<span className="sr-only">{t("shell.account")}</span>
				</span>
				{atSide ? <Icon name="chevrons-up-down" className="size-3.5 shrink-0 text-ink-3 max-lg:hidden" /> : null}
			</button>
			<div
				id={id}
				popover="auto"
				className={cx("panel w-72 max-w-[calc(100vw-2rem)] p-1.5", atSide ? "popover-above" : "popover-below-end")}
			>
				<div className="border-line border-b px-2.5 pt-1.5 pb-2.5">
					<p className="truncate font-[560]">{member.name}</p>
					<p className="truncate text-ink-2 text-xs">
						{member.email} · {role}
					</p>
				</div>
				{atSide ? null : (
					<ul className="border-line border-b py-1.5">
						{menuItems(member.role).map((item) => (
							<li key={item.key}>
								<NavigationEntry item={item} className="menu-entry" />
							</li>
						))}
					</ul>
				)}
				<div className="grid gap-2.5 border-line border-b px-2.5 py-3">
					<Preferences theme={theme} />
				</div>
				<NavigationLink href="/account" className="menu-entry mt-1.5 sm:h-9">
					<Icon name="user-round" />
					{t("shell.yourAccount")}
				</NavigationLink>
				<SignOutButton />
			</div>
		</>
	);
}

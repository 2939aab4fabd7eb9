"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { navigationGroups, startItems } from "#components/shell/navigation-items.ts";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import type { Role } from "#lib/roles.ts";

export default function ShortcutsDialog({ role, onClose }: { role: Role; onClose: () => void }) {
	const t = useTranslations();
	return (
		<Dialog onClose={onClose} title={t("shell.keys.title")}>
			<dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 text-sm">
				<Line text={t("shell.keys.palette")}>
					<Key>Ctrl K</Key> <Key>⌘ K</Key>
				</Line>
				<Line text={t("shell.keys.help")}>
					<Key>?</Key>
				</Line>
				{startItems(role).map(({ letter, text }) => (
					<Line key={letter} text={t(`shell.${text}`)}>
						<Key>{letter}</Key>
					</Line>
				))}
				{navigationGroups(role)
					.flat()
					.map(({ key, letter }) => (
						<Line key={key} text={t("shell.keys.go", { page: t(`nav.${key}`) })}>
							<Key>g</Key> <span className="text-ink-3 text-xs">{t("shell.keys.then")}</span> <Key>{letter}</Key>
						</Line>
					))}
				<Line text={t("shell.keys.rows")}>
					<Key>↑</Key> <Key>↓</Key>
				</Line>
				<Line text={t("shell.keys.select")}>
					<Key>{t("shell.keys.space")}</Key>
				</Line>
				<Line text={t("shell.keys.close")}>
					<Key>Esc</Key>
				</Line>
			</dl>
		</Dialog>
	);
}

function Line({ text: shown, children }: { text: string; children: ReactNode }) {
	return (
		<>
			<dt className="text-ink-2">{shown}</dt>
			<dd>{children}</dd>
		</>
	);
}

function Key({ children }: { children: ReactNode }) {
	return (
		<kbd className="inline-block min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 text-center font-sans font-medium text-xs">
			{children}
		</kbd>
	);
}

"use client";
/** The browser's own modal: traps the focus, closes on Escape, and restores the focus. */
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { useModal } from "#components/ui/dialog/use-modal.ts";
import { Icon } from "#components/ui/icon.tsx";
import { Toaster } from "#components/ui/toast.tsx";

interface DialogProps {
	onClose: () => void;
	title: ReactNode;
	children: ReactNode;
	/** The buttons in reading order; the first is the primary action. */
	actions?: ReactNode;
	className?: string;
}

export function Dialog({ onClose, title, children, actions, className }: DialogProps) {
	const t = useTranslations("common");
	const modal = useModal(onClose);
	const id = useId();
	return (
		<dialog
			{...modal}
			aria-labelledby={id}
			className={cx(
				"rise w-[min(30rem,calc(100vw-2rem))] rounded-lg border border-line bg-surface p-0 text-ink shadow-raised",
				className,
			)}
		>
			<div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
				<div className="flex items-start justify-between gap-4">
					<h2 id={id} className="font-semibold text-md">
						{title}
					</h2>
					<Button variant="ghost" size="icon" className="-mt-1.5 -mr-2" aria-label={t("close")} onClick={onClose}>
						<Icon name="x" />
					</Button>
				</div>
				{children}
				{actions ? <div className="flex flex-wrap gap-2 max-sm:*:h-11 max-sm:*:grow">{actions}</div> : null}
			</div>
			<Toaster inDialog />
		</dialog>
	);
}

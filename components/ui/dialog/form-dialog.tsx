"use client";
/** A dialog that asks for something and does it: the way on, the way back, and what was refused as a whole. */
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { Notice } from "#components/ui/page/notice.tsx";

interface FormDialogProps {
	title: ReactNode;
	children: ReactNode;
	/** What the button says that does it. */
	action: ReactNode;
	/** It ends or takes something away. */
	danger?: boolean;
	disabled?: boolean;
	busy: boolean;
	/** What was refused as a whole; null when nothing was, or when a field says it. */
	fault: ReactNode;
	/** The way back, where it is not to cancel. */
	back?: string;
	/** Nothing is sent twice: not called while busy. */
	onSubmit: (form: FormData) => void;
	onClose: () => void;
}

export function FormDialog(props: FormDialogProps) {
	const { title, children, action, danger = false, disabled, busy, fault, back, onSubmit, onClose } = props;
	const t = useTranslations("common");
	const id = useId();
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (!busy) onSubmit(new FormData(event.currentTarget));
	}
	return (
		<Dialog
			open
			onClose={onClose}
			title={title}
			actions={
				<>
					<Button type="submit" form={id} variant={danger ? "danger" : "primary"} disabled={disabled} busy={busy}>
						{action}
					</Button>
					<Button onClick={onClose}>{back ?? t("cancel")}</Button>
				</>
			}
		>
			<form id={id} onSubmit={submit} noValidate className="grid gap-4">
				{children}
				{fault ? (
					<Notice tone="danger" urgent>
						{fault}
					</Notice>
				) : null}
			</form>
		</Dialog>
	);
}

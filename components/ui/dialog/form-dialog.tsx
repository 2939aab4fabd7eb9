"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";

interface FormDialogProps {
	title: ReactNode;
	children: ReactNode;
	action: ReactNode;
	danger?: boolean;
	disabled?: boolean;
	busy: boolean;
	/** The fault of the whole form; null without one, or when a field shows it. */
	fault: ReactNode;
	/** The text of the cancel button, if not "Cancel". Null: no such button, because the action itself only closes the dialog. */
	back?: string | null;
	/** Not called while busy, so that nothing is sent twice. */
	onSubmit: (form: FormData) => void;
	onClose: () => void;
}

/** Marks the field for the focus, a field with a fault first: React's autoFocus runs too early, before the dialog opens. */
function markFirstField(form: HTMLFormElement | null): void {
	const first = "input:enabled:not([type=hidden]), select:enabled, textarea:enabled";
	const field = form?.querySelector("[aria-invalid=true]:enabled") ?? form?.querySelector(first);
	field?.setAttribute("autofocus", "");
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
					{back === null ? null : <Button onClick={onClose}>{back ?? t("cancel")}</Button>}
				</>
			}
		>
			<form ref={markFirstField} id={id} onSubmit={submit} noValidate className="grid gap-4">
				{children}
				<FaultNotice>{fault}</FaultNotice>
			</form>
		</Dialog>
	);
}

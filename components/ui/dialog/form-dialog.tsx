"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useId, useReducer } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { focusFault } from "#components/ui/fields/use-fault-focus.ts";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";

interface FormDialogProps {
	title: ReactNode;
	children: ReactNode;
	action: ReactNode;
	danger?: boolean;
	disabled?: boolean;
	/** The request that the form sends; its error is shown below the form. */
	mutation?: { isPending: boolean; error: unknown };
	/** True when the content shows the error of the mutation. */
	isErrorInside?: boolean;
	/** A fault of the whole form that is known before it is sent. */
	fault?: ReactNode;
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
	const { title, children, action, danger = false, disabled, mutation, isErrorInside = false, back } = props;
	const { fault, onSubmit, onClose } = props;
	const t = useTranslations("common");
	const errorText = useErrorText();
	const id = useId();
	const [tries, countTry] = useReducer((count: number) => count + 1, 0);
	const refusal = mutation?.error;
	// A refused form focuses its first field with a fault, which may be above the visible part.
	useEffect(() => {
		if (tries > 0 || refusal) focusFault(document.getElementById(id));
	}, [tries, refusal, id]);
	const busy = mutation?.isPending ?? false;
	const error = mutation?.error && !isErrorInside ? errorText(mutation.error) : null;
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (busy) return;
		onSubmit(new FormData(event.currentTarget));
		countTry();
	}
	return (
		<Dialog
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
				<FaultNotice>{fault ?? error}</FaultNotice>
			</form>
		</Dialog>
	);
}

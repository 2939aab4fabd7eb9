"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { RecipientActions } from "#components/recipients/recipient-actions.tsx";
import type { OperatorName } from "#components/recipients/recipient-fields.tsx";
import { RecipientFields } from "#components/recipients/recipient-fields.tsx";
import { recipientsPath } from "#components/recipients/recipient-query.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { ApiError } from "#lib/api.ts";
import type { Recipient, RecipientRequest } from "#lib/contracts/recipient.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import { maskPhone } from "#lib/phone.ts";
import { changeRecipient, createRecipient } from "#lib/queries/recipients.ts";
import { searchQueries } from "#lib/queries/search.ts";
import { may, type Role } from "#lib/roles.ts";
import { typedText } from "#lib/text/typed-text.ts";

interface RecipientDialogProps {
	/** Null for a new recipient. */
	recipient: Recipient | null;
	operators: readonly OperatorName[];
	homeCountry: string;
	role: Role;
	onClose: () => void;
	onBlock: () => void;
}

export default function RecipientDialog(props: RecipientDialogProps) {
	const { recipient, operators, homeCountry, role, onClose, onBlock } = props;
	const t = useTranslations("recipients");
	const key = useRef(crypto.randomUUID());
	const save = useRefetchingMutation({
		mutationFn: (request: RecipientRequest) => {
			if (recipient === null) return createRecipient(request, key.current);
			const isBack = recipient.archivedAt !== null;
			return changeRecipient(recipient.id, {
				...{ ...request, version: recipient.version },
				...(isBack ? { archived: false as const } : {}),
			});
		},
		onSuccess: ({ name }) => {
			toast(t("saved", { name }));
			onClose();
		},
	});
	const mayManage = may(role, "recipient.manage");
	const refused = save.error instanceof ApiError ? save.error.fields : {};
	// The server refuses every bad number as "invalid"; the parser tells what is wrong with it.
	const phone = refused.number === "invalid" && save.variables && parsePhone(save.variables.number, homeCountry);
	const faults = phone && "fault" in phone ? { ...refused, number: phone.fault } : refused;
	const act = recipient?.archivedAt ? t("restore") : t("save");
	return (
		<FormDialog
			title={recipient?.name ?? t("new")}
			action={mayManage ? act : t("close")}
			{...(mayManage ? {} : { back: null })}
			mutation={save}
			isErrorInside={Object.keys(faults).length > 0}
			onSubmit={(form) => (mayManage ? save.mutate(readRecipientForm(form, homeCountry)) : onClose())}
			onClose={onClose}
		>
			<RecipientFields
				recipient={recipient}
				operators={operators}
				faults={faults}
				numberFault={
					faults.number === "number_taken" && save.variables ? (
						<NumberOwner number={save.variables.number} onLeave={onClose} />
					) : null
				}
				disabled={!mayManage}
			/>
			{recipient ? <RecipientActions recipient={recipient} role={role} onDone={onClose} onBlock={onBlock} /> : null}
		</FormDialog>
	);
}

interface NumberOwnerProps {
	/** E.164. */
	number: string;
	/** Called when the link to the owner is followed: the dialog must close, because the book below it shows the owner. */
	onLeave: () => void;
}

function NumberOwner({ number, onLeave }: NumberOwnerProps) {
	const t = useTranslations("recipients");
	const { data } = useQuery(searchQueries.of(number));
	const recipients = data?.hits.flatMap((hit) => (hit.is === "recipient" ? [hit.recipient] : []));
	const name = recipients?.find((one) => one.number === maskPhone(number))?.name;
	if (name === undefined) return t("faults.number_taken");
	return t.rich("numberOwner", {
		recipient: () => (
			<DeskLink href={recipientsPath({}, { q: name })} onClick={onLeave} className="underline underline-offset-3">
				{name}
			</DeskLink>
		),
	});
}

/** Reads the form. A text that is no phone number stays as typed, and the server refuses it. */
function readRecipientForm(form: FormData, homeCountry: string): RecipientRequest {
	const text = (name: string) => typedText(String(form.get(name) ?? ""));
	const phone = parsePhone(text("number"), homeCountry);
	return {
		name: text("name"),
		number: "fault" in phone ? text("number") : phone.e164,
		operator: text("operator") || null,
		...{ purpose: text("purpose") || null, reference: text("reference") || null, note: text("note") || null },
		groups: text("groups")
			.split(/[,;]/)
			.map((name) => typedText(name))
			.filter((name) => name !== ""),
	};
}

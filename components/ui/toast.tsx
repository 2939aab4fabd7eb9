"use client";
/** Short messages that need no answer. One of an error stays until it is dismissed. */
import { useTranslations } from "next-intl";
import { useEffect, useId, useSyncExternalStore } from "react";
import { Icon } from "#components/ui/icon.tsx";
import { TONE_TEXT } from "#components/ui/tone.ts";

const SHOWN_MS = 5_000;
const MOST = 3;

interface ToastMessage {
	id: number;
	text: string;
	tone: "positive" | "danger";
}

const NONE: readonly ToastMessage[] = [];
let messages = NONE;
let lastId = 0;
/** The toasters of open dialogs, the innermost last. */
let inDialogs: readonly string[] = [];
const listeners = new Set<() => void>();

export function toast(text: string, tone: ToastMessage["tone"] = "positive"): void {
	lastId += 1;
	const id = lastId;
	change([...messages, { id, text, tone }].slice(-MOST));
	if (tone === "positive") setTimeout(() => drop(id), SHOWN_MS);
}

/** The page has one and each dialog its own: the page's is inert behind an open dialog, so nobody could read or dismiss its messages. */
export function Toaster({ inDialog }: { inDialog?: boolean }) {
	const id = useId();
	useEffect(() => {
		if (inDialog) change(messages, [...inDialogs, id]);
		return () =>
			change(
				messages,
				inDialogs.filter((other) => other !== id),
			);
	}, [inDialog, id]);
	const shown = useSyncExternalStore(
		subscribe,
		() => (inDialogs.at(-1) === (inDialog ? id : undefined) ? messages : NONE),
		() => NONE,
	);
	return (
		<div role="status" className="toaster">
			{shown.map((message) => (
				<ToastLine key={message.id} message={message} />
			))}
		</div>
	);
}

function ToastLine({ message }: { message: ToastMessage }) {
	const t = useTranslations("common");
	const { id, text, tone } = message;
	return (
		<div className="toast rise">
			<Icon name={tone === "danger" ? "circle-alert" : "check"} className={TONE_TEXT[tone]} />
			{text}
			<button type="button" aria-label={t("dismiss")} onClick={() => drop(id)}>
				<Icon name="x" />
			</button>
		</div>
	);
}

function drop(id: number): void {
	change(messages.filter((message) => message.id !== id));
}

function change(next: readonly ToastMessage[], dialogs = inDialogs): void {
	messages = next;
	inDialogs = dialogs;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

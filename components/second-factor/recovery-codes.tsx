"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Icon } from "#components/ui/icon.tsx";

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
	const t = useTranslations("secondFactor.recovery");
	const [kept, setKept] = useState(false);
	const text = codes.join("\n");
	return (
		<section aria-labelledby="recovery-codes" className="grid gap-4">
			<div className="grid gap-1">
				<h2 id="recovery-codes" ref={focusOn} tabIndex={-1} className="font-semibold text-md">
					{t("title")}
				</h2>
				<p className="text-ink-2 text-sm">{t("why")}</p>
			</div>
			<ol className="grid gap-x-6 gap-y-1.5 rounded-md bg-sunken px-4 py-3.5">
				{codes.map((code) => (
					<li key={code} className="select-all font-medium tabular-nums tracking-[0.02em] max-[24rem]:text-xs">
						{code}
					</li>
				))}
			</ol>
			<div className="flex flex-wrap gap-2">
				<CopyButton value={text} what={t("what")} label={t("copy")} />
				<Button onClick={() => save(`${t("fileHead")}\n\n${text}\n`)}>
					<Icon name="download" />
					{t("save")}
				</Button>
			</div>
			<Checkbox label={t("kept")} checked={kept} onChange={(event) => setKept(event.target.checked)} />
			<Button variant="primary" size="lg" disabled={!kept} onClick={onKept}>
				{t("goOn")}
			</Button>
		</section>
	);
}

/** Focuses the title, so that a screen reader begins here: the form that had the focus is gone. */
function focusOn(title: HTMLElement | null): void {
	title?.focus();
}

function save(text: string): void {
	const link = document.createElement("a");
	link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
	link.download = "cauri-recovery-codes.txt";
	link.click();
}

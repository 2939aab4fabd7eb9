"use client";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button } from "#components/ui/button.tsx";
import type { DemoCode } from "#lib/contracts/second-factor.ts";

interface DemoAuthenticatorProps {
	demo: DemoCode;
	onUse: (code: string) => void;
	/** Its time is over. */
	onStale: () => void;
}

/** Of a demo alone: in place of the phone that nobody here has, the code that it would show. */
export function DemoAuthenticator({ demo, onUse, onStale }: DemoAuthenticatorProps) {
	const t = useTranslations("secondFactor.demo");
	useEffect(() => {
		const timer = setTimeout(onStale, demo.seconds * 1_000);
		return () => clearTimeout(timer);
	}, [demo, onStale]);
	const { code } = demo;
	return (
		<section
			aria-label={t("title")}
			className="grid gap-2 rounded-md border border-warning border-dashed bg-warning-soft p-3.5"
		>
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div>
					<p className="font-medium text-warning text-xs">{t("title")}</p>
					<p aria-live="polite" className="num font-semibold text-lg tracking-[0.08em]">
						{code === null ? t("wait") : `${code.slice(0, 3)} ${code.slice(3)}`}
					</p>
				</div>
				{code === null ? null : <Button onClick={() => onUse(code)}>{t("use")}</Button>}
			</div>
			<p className="text-ink-2 text-xs">{t("why")}</p>
		</section>
	);
}

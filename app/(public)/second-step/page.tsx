import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Enrolment } from "#components/second-factor/enrolment.tsx";
import { LeaveButton, SecondStep } from "#components/second-factor/second-step.tsx";
import { StepUpGate } from "#components/second-factor/step-up-gate.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { SandboxBanner } from "#components/shell/frame.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { localPath } from "#lib/paths.ts";
import { unfinishedContext } from "#server/http/page-context.ts";
import { relyingParty } from "#server/second-factor/relying-party.ts";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("secondFactor"))("title") };
}

export default async function SecondStepPage({
	searchParams,
}: {
	searchParams: Promise<{ next?: string | string[] }>;
}) {
	const { next } = await searchParams;
	const path = localPath(typeof next === "string" ? next : null);
	const { context, stage } = await unfinishedContext(path);
	const t = await getTranslations("secondFactor");
	return (
		<ClientMessages namespaces={["secondFactor", "shell"]}>
			{context.config.isSandbox ? <SandboxBanner /> : null}
			<main className="mx-auto grid min-h-[calc(100dvh-29px)] w-full max-w-[27rem] content-center gap-6 px-5 py-10">
				<header className="grid justify-items-center gap-1 text-center">
					<Logo className="mb-2 size-10 text-accent" />
					<h1 className="font-[620] text-xl tracking-[-0.017em]">{t(`${stage}.title`)}</h1>
					<p className="text-balance text-ink-2 text-sm">{t(`${stage}.lead`, { name: context.member.name })}</p>
				</header>
				{stage === "factor" ? <SecondStep next={path} /> : null}
				{stage === "enrolment" ? (
					<Enrolment next={path} passkeysPossible={relyingParty(context.config).possible} />
				) : null}
				{stage === "enrolment" ? <StepUpGate /> : null}
				<LeaveButton />
			</main>
		</ClientMessages>
	);
}

import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { PublicPage } from "#app/public-page.tsx";
import { VerifiedPaper } from "#components/receipts/verified-paper.tsx";
import { clientAddress } from "#server/http/client-address.ts";
import { currentSystem } from "#server/http/runtime.ts";
import { findPaper } from "#server/papers/find-paper.ts";
import { readCheckCode } from "#server/papers/read-check-code.ts";
import { verificationRateLimit } from "#server/papers/verification-rate-limit.ts";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("verify"))("title"), robots: { index: false } };
}

/** Open to everybody with the check code of a paper. Shows only whether the desk issued such a paper, its kind and its day. */
export default async function VerifyPage({ params }: PageProps<"/verify/[code]">) {
	const [system, { code }, t] = await Promise.all([currentSystem(), params, getTranslations("verify")]);
	const { businessName: business, trustedProxies } = system.config;
	const mayAsk = verificationRateLimit().admits(clientAddress(await headers(), trustedProxies));
	const typed = decodeURIComponent(code);
	return (
		<PublicPage title={business} lead={t("title")}>
			<VerifiedPaper
				business={business}
				code={readCheckCode(typed) ?? typed.slice(0, 64)}
				found={mayAsk ? await findPaper(system, typed) : "too_many"}
			/>
		</PublicPage>
	);
}

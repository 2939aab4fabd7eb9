import type { PaperTexts } from "#lib/papers/paper-texts.ts";
import type { Block } from "#server/papers/paper.ts";
import { verifyAddress } from "#server/papers/verify-address.ts";

interface Checked {
	config: { appOrigin: URL; businessName: string };
	texts: PaperTexts;
	code: string;
}

/** `code`: a check code that `issuePapers` returned. */
export function checkBlock({ config, texts, code }: Checked): Extract<Block, { kind: "check" }> {
	const address = verifyAddress(config.appOrigin, code);
	const text = texts("papers.check", { business: config.businessName, address });
	return { kind: "check", label: texts("papers.code"), code, text, address };
}

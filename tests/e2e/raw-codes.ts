import type { Page } from "playwright/test";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { textsOf } from "#tests/e2e/left-in-english.ts";

const OPERATOR_CODES = DEFAULT_OPERATORS.map(({ code }) => code).join("|");
const CODE = new RegExp(`(?<![\\w/=-])(?:${OPERATOR_CODES}|[a-z]+(?:_[a-z]+)+)(?![\\w/=-])`);

/** Returns the texts with a code, except codes that are set as code beside their meaning or quoted from the service. */
export async function rawCodes(page: Page): Promise<string[]> {
	return (await textsOf(page, "script, style, code, .code")).filter((text) =>
		CODE.test(text.replaceAll(/«[^»]*»/g, "")),
	);
}

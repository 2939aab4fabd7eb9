import { z } from "zod";
import { LOCALES, THEMES } from "#lib/contracts/member.ts";
import { handle } from "#server/http/handle.ts";
import { preferenceCookies } from "#server/http/preference-cookies.ts";

const body = z.strictObject({ locale: z.enum(LOCALES).optional(), theme: z.enum(THEMES).optional() });

export const PUT = handle({ public: true, body }, ({ context, body: preferences }) => {
	const headers = new Headers();
	for (const cookie of preferenceCookies(context.config.appOrigin, preferences)) headers.append("set-cookie", cookie);
	return new Response(null, { status: 204, headers });
});

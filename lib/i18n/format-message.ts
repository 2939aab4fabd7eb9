/** Replaces next-intl's message formatter (see `next.config.ts`), so that numbers in sentences look as they do elsewhere. */
import formatOnly from "use-intl/format-message/format-only";
import { formatCount } from "#lib/text/counts.ts";

/** Differs from next-intl's own only in the thousands of `#` and `{n, number}`. */
const formatMessage: typeof formatOnly = (key, message, values, options) =>
	formatOnly(key, message, values, { ...options, formatters: { ...options.formatters, getNumberFormat } });
formatMessage.raw = formatOnly.raw;
export default formatMessage;

/** Has only `format`, the one method that next-intl calls. */
function getNumberFormat(locale?: Intl.LocalesArgument): Intl.NumberFormat {
	return { format: (value: number) => formatCount(value, String(locale)) } as Intl.NumberFormat;
}

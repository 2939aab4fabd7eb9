/**
 * What next-intl formats a message with (`next.config.ts` puts it in the place of its own): numbers in sentences look as they
 * do everywhere else.
 */
import formatOnly from "use-intl/format-message/format-only";
import { formatCount } from "#lib/counts.ts";

type Format = typeof formatOnly;

/** As next-intl's own, but for the thousands of `#` and `{n, number}`. */
const formatMessage: Format = (key, message, values, options) =>
	formatOnly(key, message, values, { ...options, formatters: { ...options.formatters, getNumberFormat } });
formatMessage.raw = formatOnly.raw;
export default formatMessage;

/** Only `format` of it is ever asked for. */
function getNumberFormat(locale?: Intl.LocalesArgument): Intl.NumberFormat {
	return { format: (value: number) => formatCount(value, String(locale)) } as Intl.NumberFormat;
}

/** Reads an amount as people and spreadsheets write it. A text that could mean two amounts is refused. */
import { type AmountFault, parsePayableAmount } from "#lib/amounts/payable-amount.ts";
import { type AmountMinor, currencyDecimals } from "#lib/money.ts";

const SPACE = /[\s\u00a0\u202f']/g;
const CFA = "f fr frs fcfa frscfa cfa franc francs francscfa";
/** Ways to write a currency other than its code, in lower case, without spaces and full stops. */
const UNITS: Record<string, string> = {
	...{ XOF: CFA, XAF: CFA },
	...{
		GNF: "f fr frs fg franc francs",
		RWF: "f fr frs rf frw franc francs",
		CDF: "fc f fr frs franc francs",
		GHS: "gh₵ gh¢ ₵ ghc",
		NGN: "₦ naira nairas",
		USD: "$ us$ dollar dollars",
	},
	...{ KES: "ksh kshs", TZS: "tsh tshs", UGX: "ush ushs", ZMW: "zk", MWK: "mk", MZN: "mt mtn" },
};
/** In these currencies a "K" before an amount means kwacha. After an amount, K means a thousand and is refused. */
const KWACHA = ["ZMW", "MWK"];

/**
 * "25 000 FCFA", "1,500.00", "1.500.000" and "12,5" are read; "1.500" of a currency with decimals is `ambiguous`, because it may be
 * 1,500 or 1.5. "0.500" is never 500.
 */
export function parseWrittenAmount(
	text: string,
	currency: string,
): { amountMinor: AmountMinor } | { fault: AmountFault | "ambiguous" } {
	const figure = withoutUnit(text.trim(), currency);
	if (figure === null) return { fault: "not_a_number" };
	const plain = plainFigure(figure, currencyDecimals(currency) === 0);
	return plain === "ambiguous" ? { fault: plain } : parsePayableAmount(plain, currency);
}

function withoutUnit(text: string, currency: string): string | null {
	const match =
		/^(?<before>[\p{L}\p{Sc}][\p{L}\p{Sc}.\s]*?)?\s*(?<figure>[\d\s\u00a0\u202f'.,-]+?)\s*(?<after>[\p{L}\p{Sc}][\p{L}\p{Sc}.\s]*)?$/u.exec(
			text,
		);
	if (!match?.groups) return null;
	const { before, figure, after } = match.groups;
	if (before && after) return null;
	const unit = before ?? after ?? "";
	const isKwacha = before !== undefined && /^k[\s.]*$/i.test(before) && KWACHA.includes(currency);
	return isKwacha || unit === "" || isUnitOf(unit, currency) ? (figure ?? null) : null;
}

/** True when the text names the currency, by its code or otherwise: "XOF", "F CFA" and "frs." name XOF. */
export function isUnitOf(text: string, currency: string): boolean {
	const unit = text.replace(/[\s.]/g, "").toLowerCase();
	return unit === currency.toLowerCase() || (UNITS[currency]?.split(" ").includes(unit) ?? false);
}

/** Returns plain decimal text, or `ambiguous`. A figure that cannot be read stays as it is, and `parsePayableAmount` refuses it. */
function plainFigure(figure: string, isWhole: boolean): string {
	const isSpaced = /^-?\d{1,3}([\s\u00a0\u202f']\d{3})+([.,]\d*)?$/.test(figure);
	const text = isSpaced ? figure.replace(SPACE, "") : figure;
	const signs = text.replace(/[^.,]/g, "");
	if (signs === "") return withoutZeros(text);
	const last = signs.charAt(signs.length - 1);
	const groups = text.split(/[.,]/);
	const isGrouped = groups.slice(1).every((group) => group.length === 3) && /^-?[1-9]\d{0,2}$/.test(groups[0] ?? "");
	if (new Set(signs).size === 1 && isGrouped && !isSpaced) {
		// In a currency without decimals, three digits after a comma or point can only be thousands.
		if (signs.length === 1 && !isWhole) return "ambiguous";
		return withoutZeros(groups.join(""));
	}
	const at = text.lastIndexOf(last);
	const whole = text.slice(0, at);
	const isThousands = /^-?[1-9]\d{0,2}([.,]\d{3})+$/.test(whole) && !whole.includes(last);
	if (!isThousands && /[.,]/.test(whole)) return text;
	return `${withoutZeros(whole.replace(/[.,]/g, ""))}.${text.slice(at + 1)}`;
}

function withoutZeros(digits: string): string {
	return digits.replace(/^(-?)0+(?=\d)/, "$1");
}

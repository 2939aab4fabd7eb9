/**
 * The operators that each start of the desk adds if they are missing; admins change or disable them in Settings. Assumption: the
 * specification shows no operator codes; these follow its one described shape.
 */
import type { Operator } from "#lib/contracts/operator.ts";
import { findCountry } from "#lib/countries.ts";
import type { Flow } from "#lib/payments/flows.ts";

// Minutes until an unanswered request ends at the operator: Wave's checkout session 30, Orange's code 10, MTN's prompt 5,
// Safaricom's 1, other prompts 10 (the time-out that aggregators use).
const WINDOW_MINUTES: Record<Flow, number> = { payment_url: 30, otp: 10, ussd: 10 };
const MTN_MINUTES = 5;
const MPESA_MINUTES = 1;

type Row = readonly [
	flow: Flow,
	code: string,
	name: string,
	country: string,
	prefixes: string,
	dialCode?: string | null,
	windowMinutes?: number,
];

/** A new operator is a line here. In dial codes screens fill in `{amount}`, and payers type `{pin}`. Sources: docs/assumptions.md. */
const ROWS: readonly Row[] = [
	["otp", "orange-money-ci", "Orange Money", "CI", "07", "#144*82#"],
	["ussd", "mtn-ci", "MTN MoMo", "CI", "05", null, MTN_MINUTES],
	["ussd", "moov-ci", "Moov Money", "CI", "01"],
	["payment_url", "wave-ci", "Wave", "CI", ""],
	["otp", "orange-money-senegal", "Orange Money", "SN", "77 78 71", "#144#391#"],
	["ussd", "free-money-senegal", "Free Money", "SN", "76"],
	["ussd", "expresso-senegal", "Expresso E-Money", "SN", "70"],
	["payment_url", "wave-senegal", "Wave", "SN", ""],
	["otp", "orange-money-burkina", "Orange Money", "BF", "04-07 54-57 64-67 74-77", "*144*4*6*{amount}#"],
	["ussd", "moov-burkina", "Moov Money", "BF", "01-03 50-53 60-63 70-73"],
	["otp", "orange-money-mali", "Orange Money", "ML", "7 82-84 90-94", "#144#77#"],
	["ussd", "moov-mali", "Moov Money", "ML", "6 89 95-99"],
	[
		"ussd",
		"mtn-benin",
		"MTN MoMo",
		"BJ",
		"0142 0146 015 0161 0162 0166 0167 0169 0190 0191 0196 0197",
		null,
		MTN_MINUTES,
	],
	["ussd", "moov-benin", "Moov Money", "BJ", "0155 0156 0160 0163-0165 0168 0194 0195 0198 0199", "*855#"],
	["ussd", "t-money-togo", "T-Money (Mixx by Yas)", "TG", "70 71 90-93 97"],
	["ussd", "moov-togo", "Moov Money", "TG", "79 96 98 99"],
	["ussd", "airtel-niger", "Airtel Money", "NE", "77 86-89 96-99"],
	["ussd", "moov-niger", "Moov Money", "NE", "74 84 85 94 95"],
	["ussd", "mtn-cameroon", "MTN MoMo", "CM", "67 650-654 680-683", "*126#", MTN_MINUTES],
	["ussd", "orange-money-cameroon", "Orange Money", "CM", "64 69 655-659 686-689", "#150#"],
	["ussd", "airtel-gabon", "Airtel Money", "GA", "74 76 77"],
	["ussd", "moov-gabon", "Moov Money", "GA", "62 65 66"],
	["ussd", "mtn-congo", "MTN MoMo", "CG", "06", null, MTN_MINUTES],
	["ussd", "airtel-congo", "Airtel Money", "CG", "04 05"],
	["ussd", "airtel-chad", "Airtel Money", "TD", "6 8"],
	["ussd", "moov-chad", "Moov Money", "TD", "9"],
	["otp", "orange-money-guinea", "Orange Money", "GN", "61 62", "*144*4*2*1*{pin}#"],
	["ussd", "mtn-guinea", "MTN MoMo", "GN", "66", null, MTN_MINUTES],
	["ussd", "mpesa-kenya", "M-Pesa", "KE", "11 70-72 74 79 757-759 768 769", "*334#", MPESA_MINUTES],
	["ussd", "airtel-kenya", "Airtel Money", "KE", "10 73 75 78 761 762"],
	["ussd", "mtn-ghana", "MTN MoMo", "GH", "24 25 53-55 59", "*170#", MTN_MINUTES],
	["ussd", "telecel-ghana", "Telecel Cash", "GH", "20 50"],
	["ussd", "at-ghana", "AT Money", "GH", "23 26 27 56 57"],
	["ussd", "mtn-uganda", "MTN MoMo", "UG", "76-78", "*165#", MTN_MINUTES],
	["ussd", "airtel-uganda", "Airtel Money", "UG", "70 74 75", "*185#"],
	["ussd", "mtn-rwanda", "MTN MoMo", "RW", "78 79", null, MTN_MINUTES],
	["ussd", "airtel-rwanda", "Airtel Money", "RW", "72 73"],
	["ussd", "mpesa-tanzania", "M-Pesa", "TZ", "74-76", null, MPESA_MINUTES],
	["ussd", "airtel-tanzania", "Airtel Money", "TZ", "68 69 78"],
	["ussd", "mixx-tanzania", "Mixx by Yas", "TZ", "65 67 71 77"],
	["ussd", "halopesa-tanzania", "HaloPesa", "TZ", "61 62"],
	["ussd", "mtn-zambia", "MTN MoMo", "ZM", "76 96", null, MTN_MINUTES],
	["ussd", "airtel-zambia", "Airtel Money", "ZM", "77 97"],
	["ussd", "zamtel-zambia", "Zamtel Money", "ZM", "75 95"],
	["ussd", "mpesa-drc", "M-Pesa", "CD", "81-83 86", null, MPESA_MINUTES],
	["ussd", "airtel-drc", "Airtel Money", "CD", "97-99"],
	["ussd", "orange-money-drc", "Orange Money", "CD", "80 84 85 89"],
	["ussd", "mtn-nigeria", "MTN MoMo", "NG", "703 706 803 806 810 813 814 816 903 906", null, MTN_MINUTES],
	["ussd", "airtel-nigeria", "Airtel Money", "NG", "708 802 808 812"],
	["ussd", "mpesa-mozambique", "M-Pesa", "MZ", "84 85", null, MPESA_MINUTES],
	["ussd", "emola-mozambique", "e-Mola", "MZ", "86 87"],
	["ussd", "airtel-malawi", "Airtel Money", "MW", "9"],
	["ussd", "tnm-malawi", "TNM Mpamba", "MW", "8"],
];

export const DEFAULT_OPERATORS: readonly Operator[] = ROWS.map(
	([flow, code, name, country, prefixes, dialCode = null, windowMinutes = WINDOW_MINUTES[flow]]) => {
		const currency = findCountry(country)?.currencies[0] ?? "";
		return { code, name, country, currency, flow, prefixes: expand(prefixes), dialCode, windowMinutes, enabled: true };
	},
);

/** "64 650-652" → 64, 650, 651, 652. Leading zeros stay. */
function expand(ranges: string): string[] {
	return ranges
		.split(" ")
		.filter(Boolean)
		.flatMap((range) => {
			const [first = "", last = first] = range.split("-");
			return Array.from({ length: Number(last) - Number(first) + 1 }, (_, step) =>
				String(Number(first) + step).padStart(first.length, "0"),
			);
		});
}

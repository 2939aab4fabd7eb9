/** The seed's business: a distributor of household goods with branches in both franc zones. */

export type PurposeKind = "opening" | "sale" | "supplier" | "salary" | "expense" | "refund";

export interface Market {
	currency: string;
	movements: number;
	salesShare: number;
	openingUnits: bigint;
	customers: number;
	suppliers: number;
	staff: number;
	/** Countries of customers and suppliers, each with its weight in the random choice. */
	countries: readonly [readonly [string, number], ...(readonly [string, number])[]];
	openDeposits: number;
}

export const MARKETS: readonly Market[] = [
	{
		currency: "XOF",
		movements: 3_000,
		salesShare: 0.76,
		openingUnits: 6_000_000n,
		customers: 420,
		suppliers: 44,
		staff: 38,
		countries: [
			["CI", 62],
			["SN", 20],
			["BF", 10],
			["BJ", 5],
			["TG", 3],
		],
		openDeposits: 3,
	},
	{
		currency: "XAF",
		movements: 800,
		salesShare: 0.76,
		openingUnits: 2_600_000n,
		customers: 130,
		suppliers: 16,
		staff: 11,
		countries: [
			["CM", 74],
			["GA", 16],
			["CG", 10],
		],
		openDeposits: 1,
	},
];

/** Weights of operators in countries that have several; an operator not listed here weighs 10. */
export const OPERATOR_WEIGHTS: Record<string, number> = {
	"wave-ci": 38,
	"orange-money-ci": 32,
	"mtn-ci": 20,
	"wave-senegal": 55,
	"orange-money-senegal": 30,
	"orange-money-burkina": 30,
	"mtn-cameroon": 40,
	"orange-money-cameroon": 35,
};

/** Ranges of amounts in whole units of the currency, each with its weight in the random choice. */
export const AMOUNTS: Record<PurposeKind, readonly (readonly [AmountBand, number])[]> = {
	opening: [[{ least: 0, most: 0, step: 1 }, 1]],
	sale: [
		[{ least: 2_000, most: 15_000, step: 100 }, 45],
		[{ least: 15_000, most: 60_000, step: 500 }, 40],
		[{ least: 60_000, most: 250_000, step: 2_500 }, 15],
	],
	supplier: [
		[{ least: 40_000, most: 180_000, step: 1_000 }, 70],
		[{ least: 180_000, most: 480_000, step: 5_000 }, 30],
	],
	salary: [
		[{ least: 85_000, most: 160_000, step: 5_000 }, 80],
		[{ least: 160_000, most: 420_000, step: 10_000 }, 20],
	],
	expense: [[{ least: 1_500, most: 25_000, step: 250 }, 1]],
	refund: [[{ least: 3_000, most: 48_000, step: 500 }, 1]],
};

export interface AmountBand {
	least: number;
	most: number;
	step: number;
}

export const FIRST_NAMES = [
	"Awa",
	"Ibrahim",
	"Fatou",
	"Kouassi",
	"Mariam",
	"Yao",
	"Aminata",
	"Moussa",
	"Adjoa",
	"Seydou",
	"Nadège",
	"Olivier",
	"Aïcha",
	"Jean-Paul",
	"Salimata",
	"Eric",
] as const;

export const LAST_NAMES = [
	"Koné",
	"Diallo",
	"Traoré",
	"N’Guessan",
	"Ouattara",
	"Ndiaye",
	"Sawadogo",
	"Mbarga",
	"Kouamé",
	"Sow",
	"Bamba",
	"Fotso",
	"Adjovi",
	"Nkoulou",
	"Touré",
	"Zongo",
] as const;

export const SUPPLIERS = [
	"Sté Yao & Fils",
	"Transit du Golfe",
	"Plastiques du Littoral",
	"Emballages Bassam",
	"Savonnerie du Plateau",
	"Import Teranga",
	"Sahel Logistique",
	"Cuvettes & Cie",
	"Ets Mbarga",
	"Douala Négoce",
	"Quincaillerie Centrale",
	"Textiles de Bouaké",
] as const;

export const EXPENSES = [
	"Livraison",
	"Carburant",
	"Manutention",
	"Entretien",
	"Crédit téléphone",
	"Taxi colis",
] as const;

/** Tones, always shown with an icon and a text. */
export type Tone = "positive" | "warning" | "danger" | "neutral" | "accent";

export const TONE_TEXT: Record<Tone, string> = {
	positive: "text-positive",
	warning: "text-warning",
	danger: "text-danger",
	neutral: "text-neutral",
	accent: "text-accent",
};

export const TONE_SOFT: Record<Tone, string> = {
	positive: "bg-positive-soft",
	warning: "bg-warning-soft",
	danger: "bg-danger-soft",
	neutral: "bg-neutral-soft",
	accent: "bg-accent-soft",
};

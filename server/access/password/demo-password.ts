/** The demo's public password; forbidden everywhere else. */
export const DEMO_PASSWORD = "baobab-mangue-2026";

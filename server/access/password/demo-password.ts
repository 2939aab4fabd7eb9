/** The password that the demo prints for everybody to read; nobody may have it anywhere else. */
export const DEMO_PASSWORD = "baobab-mangue-2026";

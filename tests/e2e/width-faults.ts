/** Parts of a page that do not fit into its width: sideways scroll, cut or spilling text, hidden controls. */
import type { Page } from "playwright/test";

/** One line per fault, with its text; empty when the whole page can be seen and reached. */
export function widthFaults(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const faults = new Set<string>();
		const beyond = document.documentElement.scrollWidth - window.innerWidth;
		if (beyond > 0) faults.add(`scrolls sideways by ${beyond} px`);
		const words = (text: string | null) => `"${(text ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 50)}"`;
		// One pixel of tolerance for the browser's rounding.
		const sticksOut = (inner: DOMRect, outer: { left: number; right: number }) =>
			inner.left < outer.left - 1 || inner.right > outer.right + 1;
		const isOnlyHeard = (element: Element) => element.closest(".sr-only, svg, title, option, dialog") !== null;
		const boxes = new Map<Element, { style: CSSStyleDeclaration; display: string; bounds: DOMRect }>();
		// Cached, because many texts share a box, and each measurement takes time.
		const boxOf = (element: Element) => {
			const known = boxes.get(element);
			if (known) return known;
			const style = getComputedStyle(element);
			const box = { style, display: style.display, bounds: element.getBoundingClientRect() };
			boxes.set(element, box);
			return box;
		};

		// Tabs outside the visible part of their line scroll into view when they are focused or swiped.
		const isScroller = (element: Element) => element.matches("nav") && getComputedStyle(element).overflowX === "auto";

		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const range = document.createRange();
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const home = node.parentElement;
			if (!home || !node.textContent?.trim() || home.closest("script, style") || isOnlyHeard(home)) continue;
			range.selectNodeContents(node);
			for (const rect of range.getClientRects()) {
				if (rect.width === 0) continue;
				for (let box: Element | null = home; box && box !== document.body; box = box.parentElement) {
					const { style, display, bounds } = boxOf(box);
					if (display === "inline" || display === "contents") continue;
					if (bounds.width <= 1 || isScroller(box)) break;
					if (sticksOut(rect, bounds)) {
						// An ellipsis is no fault if the full text is available.
						const isToldElsewhere = style.textOverflow === "ellipsis" && box.closest("[title], [aria-label]") !== null;
						if (!isToldElsewhere)
							faults.add(`${words(node.textContent)} sticks out of its ${box.tagName.toLowerCase()}`);
						break;
					}
					if (["absolute", "fixed"].includes(style.position)) break;
				}
			}
		}

		for (const control of document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex='0']")) {
			const bounds = control.getBoundingClientRect();
			if (bounds.width <= 1 || isOnlyHeard(control) || (control.parentElement && isScroller(control.parentElement)))
				continue;
			if (sticksOut(bounds, { left: 0, right: window.innerWidth }))
				faults.add(`${words(control.textContent)} cannot be reached`);
		}

		const pen = document.createElement("canvas").getContext("2d");
		for (const select of document.querySelectorAll("select")) {
			const style = getComputedStyle(select);
			// Transparent: a shorter text covers it.
			if (!pen || select.getClientRects().length === 0 || style.opacity === "0") continue;
			pen.font = style.font;
			const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
			const chosen = select.selectedOptions[0]?.text ?? "";
			if (pen.measureText(chosen).width > room + 1) faults.add(`select cuts ${words(chosen)}`);
		}
		return [...faults];
	});
}

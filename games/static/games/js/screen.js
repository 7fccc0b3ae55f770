/** The layouts of the table as media queries; table.css knows the same. */

/** From this width on log and chat always stand beside the island. */
export const PHONE = "(max-width: 40em), (max-height: 35em)";
/** An island wider than high is turned here. */
export const UPRIGHT = "(max-width: 40em) and (min-height: 35.0625em) and (orientation: portrait)";
export const IN_ROW = "(max-width: 74.9375em) and (orientation: portrait)";
export const COMPACT = `${PHONE}, (max-width: 74.9375em) and (orientation: landscape)`;

/** Which cards in the crew are too small to be pressed: all one's own, or those of seats that do not act. */
export function tooSmall() {
  return { compact: matchMedia(COMPACT).matches, inRow: matchMedia(IN_ROW).matches };
}

/**
 * Characters by which a text moves a terminal's cursor, begins another line, or turns the direction
 * of writing. So a label could hide or forge the text next to it.
 */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** True for a name or label that people may give: one line without control characters. */
export const isOneLine = (text: string): boolean => text.search(CONTROL) < 0

/** A text of the store or of a caller, for a terminal: each control character becomes U+FFFD. */
export const oneLine = (text: string): string => text.replaceAll(CONTROL, '\ufffd')

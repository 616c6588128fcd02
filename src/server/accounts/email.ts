/** The longest address that a mail server takes (RFC 5321, section 4.5.3.1.3). */
const MAX_LENGTH = 254
/** The pattern of browsers for an e-mail field (HTML, "valid e-mail address"). */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i

/**
 * An e-mail address in lower case, as accounts have it; undefined for any other text. Only ASCII
 * passes: other letters may become ASCII in lower case, and so another's address.
 */
export const toEmail = (text: string): string | undefined =>
  text.length <= MAX_LENGTH && ADDRESS.test(text) ? text.toLowerCase() : undefined

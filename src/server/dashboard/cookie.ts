import type { IncomingMessage } from 'node:http'

/**
 * The cookie of a session, or of a sign-in: one name per listener, because cookies ignore ports.
 */
export interface SessionCookie {
  read(request: IncomingMessage): string | undefined
  /** The Set-Cookie value that keeps a session for this time; 0 deletes it. */
  write(sessionText: string, maxAgeSeconds: number): string
}

/**
 * Over TLS the name's prefix makes browsers refuse cookies set by another host or by a page without
 * TLS (RFC 6265bis, section 4.1.3.2). Without TLS the cookie has the dashboard's path.
 */
export const sessionCookie = (name: string, isSecure: () => boolean): SessionCookie => {
  const nameNow = () => (isSecure() ? `__Host-${name}` : name)
  return {
    read: (request) => {
      const found = (request.headers.cookie ?? '')
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part.startsWith(`${nameNow()}=`))
      // If there are two, another page of this host set one: trust neither.
      return found.length === 1 ? found[0]!.slice(nameNow().length + 1) : undefined
    },
    write: (sessionText, maxAgeSeconds) =>
      [
        `${nameNow()}=${sessionText}`,
        `Max-Age=${maxAgeSeconds}`,
        `Path=${isSecure() ? '/' : '/dashboard'}`,
        'HttpOnly',
        'SameSite=Strict',
        ...(isSecure() ? ['Secure'] : []),
      ].join('; '),
  }
}

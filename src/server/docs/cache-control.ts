/** Of a file whose name changes with its content: a browser never asks for it again. */
export const FOR_EVER = 'public, max-age=31536000, immutable'
/** Of a page that names files by their hashes: a browser asks each time, and mostly gets 304. */
export const ASK_AGAIN = 'no-cache'

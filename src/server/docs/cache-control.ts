/** For a file whose name changes with its content: browsers never ask for it again. */
export const FOR_EVER = 'public, max-age=31536000, immutable'
/** For a page that names files by their hashes: browsers revalidate it, and mostly get 304. */
export const ASK_AGAIN = 'no-cache'

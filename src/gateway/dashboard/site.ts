import { CompressedDocument } from '../../contracts/served/compressed-document.js'
import type { DashboardFile } from '../../listeners/dashboard/replies.js'
import { dashboardFiles } from '../../web/dashboard/files.js'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** The page names files by their hashes: asked for each time, and mostly answered 304. */
const ASK_AGAIN = 'no-cache'

const files: ReadonlyMap<string, DashboardFile> = new Map(
  dashboardFiles.map(({ name, contentType, text }) => [
    name,
    {
      document: new CompressedDocument(Buffer.from(text)),
      contentType,
      cacheControl: name === '' ? ASK_AGAIN : FOR_EVER,
    },
  ]),
)

/** A file of the dashboard by its name; the page itself has the empty one. */
export const findFile = (name: string): DashboardFile | undefined => files.get(name)

import { CompressedDocument } from '../../contract/served/compressed-document.js'
import { ASK_AGAIN, FOR_EVER } from '../docs/cache-control.js'
import { dashboardFiles } from './files.js'
import type { DashboardFile } from './replies.js'

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

/** A file of the dashboard by its name; the page has the empty name. */
export const findFile = (name: string): DashboardFile | undefined => files.get(name)

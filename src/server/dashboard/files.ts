import { CompressedDocument } from '../../contract/served/compressed-document.js'
import { ASK_AGAIN, assetsOf, FOR_EVER, ICON } from '../docs/assets.js'
import type { DashboardFile } from './replies.js'

const { script, style } = assetsOf('dashboard')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Tollgate dashboard</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${style.name}">
<script type="module" src="${script.name}"></script>
</head>
<body>
<noscript>The dashboard needs JavaScript. Everything in it can be done with the tollgate command, too.</noscript>
<div id="app"></div>
</body>
</html>
`

const fileOf = (bytes: Buffer, contentType: string, cacheControl: string): DashboardFile => ({
  document: new CompressedDocument(bytes),
  contentType,
  cacheControl,
})

const files: ReadonlyMap<string, DashboardFile> = new Map([
  ['', fileOf(Buffer.from(page), 'text/html; charset=utf-8', ASK_AGAIN)],
  ...[script, style].map(({ name, bytes, contentType }) => [name, fileOf(bytes, contentType, FOR_EVER)] as const),
])

const withoutHash = (name: string): string => name.replace(/-[\da-f]{10}\./, '-.')

/**
 * The file of this name; the page has the empty name. In a rolling upgrade a page of another
 * version may ask here for its script: it gets this version's, as it would otherwise stay blank.
 */
export const dashboardFile = (name: string): DashboardFile | undefined => {
  const own = files.get(name)
  if (own !== undefined) return own
  const alike = [script, style].find((asset) => withoutHash(asset.name) === withoutHash(name))
  return alike && { ...files.get(alike.name)!, cacheControl: ASK_AGAIN }
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { builtFile } from '../../runtime/built-file.js'

const HASH_LENGTH = 10

/**
 * A file of the dashboard. The page has no name; other names contain the hash of the content, so
 * that browsers may cache the file for ever.
 */
interface WebFile {
  readonly name: string
  readonly contentType: string
  readonly text: string
}

const hashed = (stem: string, ending: string, contentType: string): WebFile => {
  const text = readFileSync(builtFile(`dashboard.${ending}`), 'utf8')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)
  return { name: `${stem}-${hash}.${ending}`, contentType, text }
}

const script = hashed('app', 'js', 'text/javascript; charset=utf-8')
const style = hashed('style', 'css', 'text/css; charset=utf-8')

/** Without it, browsers ask for /favicon.ico. */
const ICON =
  'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20viewBox=%220%200%2016%2016%22%3E%3Crect%20width=%2216%22%20height=%2216%22%20rx=%224%22%20fill=%22%234f46e5%22/%3E%3Cpath%20d=%22M4%206h8M8%206v6%22%20stroke=%22white%22%20stroke-width=%222%22/%3E%3C/svg%3E'

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

/** The page, its script and its style. */
export const dashboardFiles: readonly WebFile[] = [
  { name: '', contentType: 'text/html; charset=utf-8', text: page },
  script,
  style,
]

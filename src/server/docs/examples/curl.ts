import { json, type SourceValue, sourceText } from './source-text.js'

export const curlExample = (method: string, params: readonly unknown[], url: string): string => {
  const body = sourceText({ jsonrpc: '2.0', id: 1, method, params: params as SourceValue }, json, '  ')
  return `curl -s ${url} \\\n  -d '${body.replaceAll("'", "'\\''")}'`
}

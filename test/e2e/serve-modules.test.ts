import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { httpUrl } from '../support/addresses.js'
import { callOf, post } from '../support/gateway.js'
import { createServeFolder, evmNetwork, serveConfig, startProgram } from '../support/serve-process.js'

/** Writes the place of every module that the program imports or requires, one a line. */
const hookText = (list: string): string => {
  const record = `import { appendFileSync } from 'node:fs'
const record = (place) => appendFileSync(${JSON.stringify(list)}, place + '\\n')
`
  const resolve = `${record}export const resolve = async (specifier, context, next) => {
  const resolved = await next(specifier, context)
  record(resolved.url)
  return resolved
}
`
  return `import Module, { register } from 'node:module'
${record}register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(resolve)}))
const { _resolveFilename } = Module
Module._resolveFilename = function (...args) {
  const place = _resolveFilename.apply(this, args)
  record(place)
  return place
}
`
}

test('a gateway without a document of an operator starts and answers without what judges documents', async () => {
  const files = createServeFolder(serveConfig({ main: evmNetwork('http://127.0.0.1:1') }))
  const list = join(files.folder, 'modules.txt')
  const hook = join(files.folder, 'hook.mjs')
  writeFileSync(hook, hookText(list))
  const { key } = await files.createKey('main')
  const running = startProgram(['serve', '--json', '--config', files.configFile], undefined, {
    NODE_OPTIONS: `--import ${pathToFileURL(hook)}`,
  })
  try {
    const [line] = await running.until('stdout', /^\{.*\}$/m)
    const { json } = await post(httpUrl(JSON.parse(line), 'main', key), callOf('rpc.discover'))
    expect(json.result.methods.length).toBeGreaterThan(1)
    const loaded = readFileSync(list, 'utf8')
    // Both ways of loading are seen: what is imported, and what an imported package requires.
    expect(loaded).toMatch(/^file:\S+\/node_modules\/ws\//m)
    expect(loaded).toMatch(/^\/\S+\/node_modules\/ajv\/dist\/core\.js$/m)
    // Ajv itself judges the configuration.
    const judges =
      /node_modules\/(@open-rpc\/|redos-detector\/|json-schema-to-typescript\/)|\/contracts\/(lint|read|schemas)\b/
    expect(loaded.split('\n').filter((place) => judges.test(place))).toEqual([])
  } finally {
    await running.stop()
    files.remove()
  }
})

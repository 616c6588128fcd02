// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references as they are written in the documentation
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { methods } from '../../generated/methods.js'
import { run } from '../../src/cli/command-line.js'
import { commands } from '../../src/cli/commands.js'
import { adminMethods } from '../../src/server/admin/methods.js'
import { CONFIG, Workplace } from '../support/command-line.js'
import { ROOT } from '../support/source-files.js'
import { createIssuer } from '../support/tokens.js'

/** README.md and every page below docs. */
const PAGES = [
  'README.md',
  ...(existsSync(join(ROOT, 'docs'))
    ? readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.md'))
        .map((path) => `docs/${path}`)
    : []),
].map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

interface Block {
  /** File and line, for the test's name. */
  readonly where: string
  readonly text: string
}

const blocksOf = (language: string): Block[] =>
  PAGES.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`^\`\`\`(?:${language})\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((found) => ({
      where: `${path}:${text.slice(0, found.index).split('\n').length + 1}`,
      text: found[1]!,
    })),
  )

const place = new Workplace()

/**
 * Returns a configuration's text unchanged, and one variant for each key that is commented out,
 * with that key put in.
 */
const variants = ({ where, text }: Block): Block[] => {
  const lines = text.split('\n')
  return [
    { where, text },
    ...lines.flatMap((line, index) => {
      // A remark begins behind two spaces.
      const [, indent, key] = /^( *)# ([A-Za-z]+: ?.*?)(?: {2}.*)?$/.exec(line) ?? []
      if (key === undefined) return []
      return [{ where: `${where}, with ${key}`, text: lines.with(index, `${indent}${key}`).join('\n') }]
    }),
  ]
}

/** Returns a fragment with the rest of a configuration. */
const completed = (text: string): string => {
  const keys = [...text.matchAll(/^([A-Za-z]+):/gm)].map(([, key]) => key)
  if (keys.includes('networks') && keys.includes('plans')) return text
  const rest = CONFIG.split(/^(?=[a-z])/m).filter((part) => !keys.includes(/^[a-z]+/.exec(part)![0]))
  return `${text}\n${rest.join('')}`
}

/**
 * Returns the configurations below docs/deploy: the files, and those in the chart and its
 * rendering.
 */
const deployed = (): Block[] => {
  const folder = join(ROOT, 'docs/deploy')
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('tollgate.yaml'),
  )
  const [map] = parseAllDocuments(read('kubernetes.yaml'))
    .map((document) => document.toJS())
    .filter(({ kind }) => kind === 'ConfigMap')
  return [
    ...files.map((path) => ({ where: path, text: read(path) })),
    { where: 'values.yaml, config', text: stringify(parse(read('helm/tollgate/values.yaml')).config) },
    { where: 'kubernetes.yaml, ConfigMap', text: map.data['tollgate.yaml'] },
  ]
}

describe('every configuration to deploy with passes `tollgate check`', () => {
  test.each(deployed())('$where', async ({ text }) => {
    place.write('tollgate.yaml', text)
    place.env = { TOLLGATE_STORE: 'postgres://tollgate:pa55@postgres:5432/tollgate', TOLLGATE_ADMIN_TOKEN: 't0ken' }
    expect(await place.tollgate('check')).toMatchObject({ status: 0, stderr: '' })
  })
})

describe('every configuration in the documentation passes `tollgate check`', () => {
  const all = blocksOf('ya?ml').flatMap(variants)
  test('of which there are some', () => expect(all.length).toBeGreaterThan(2))

  test.each(all)('$where', async ({ text }) => {
    place.write('issuer.jwks.json', JSON.stringify({ keys: [createIssuer('EdDSA').jwk] }))
    place.write('tollgate.yaml', completed(text))
    for (const [, name] of text.matchAll(/\$\{([A-Z_]+)\}/g)) place.env[name!] = 'a value, long enough'
    expect(await place.tollgate('check')).toMatchObject({ status: 0, stderr: '' })
  })
})

/** Returns the words of a command line, as a shell would split it. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!)
const TOLLGATE = /^(?:npx tollgate|tollgate|node dist\/src\/main\.js) +(.*)$/

/**
 * Returns the commands of a shell block, without remarks. A line that ends with a backslash is
 * joined with the next one.
 */
const linesOf = (text: string): string[] =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => line.replace(/(^|\s+)#.*$/, '').split('&&'))
    .map((line) => line.trim())
    .filter((line) => line !== '')

describe('every command in the documentation is one', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }

  /** Expects that a command and its options exist. The values of the options do not matter. */
  const expectKnown = async (words: readonly string[]) => {
    let errors = ''
    const stderr = (text: string) => {
      errors += text
    }
    const io = { stdout: () => {}, stderr, env: {}, cwd: place.folder }
    expect({ words, status: await run([...words, '--help'], io, commands), errors }).toEqual({
      words,
      status: 0,
      errors: '',
    })
  }

  test.each(blocksOf('sh|bash|console'))('$where', async ({ text }) => {
    const ids: Record<string, string> = {}
    for (const line of linesOf(text)) {
      const [, npmScript] = /^npm (?:run (?:-s )?)?(\S+)/.exec(line) ?? []
      if (npmScript !== undefined && !['ci', 'install', 'pack', 'prune'].includes(npmScript)) {
        expect(scripts).toHaveProperty([npmScript])
      }
      const body = /^curl .*'(\{.*\})'/.exec(line)?.[1]
      if (body !== undefined) expect({ ...adminMethods, ...methods }).toHaveProperty([JSON.parse(body).method])
      const command = TOLLGATE.exec(line)?.[1]
      if (command === undefined) continue
      const words = wordsOf(command).map((word) => ids[word] ?? word)
      await expectKnown(words)
      // Commands that run until they are stopped have separate tests, and so have commands that
      // need a running gateway or a file.
      if (!/^(account|key|usage|forwarded|check|contract print)\b/.test(command) || /[…<]/.test(words.join(' ')))
        continue
      const { status, stdout, stderr } = await place.tollgate(...words, '--json')
      expect({ line, status, stderr }).toEqual({ line, status: 0, stderr: '' })
      if (/^(account|key) create/.test(command))
        ids[command.startsWith('key') ? 'key_…' : 'acc_…'] = JSON.parse(stdout).id
    }
  })

  test.each(
    PAGES.flatMap(({ path, text }) =>
      [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`tollgate ([a-z][^`]*)`/g)].map(([, line]) => ({
        path,
        line: line!,
      })),
    ),
  )('$path: tollgate $line', async ({ line }) => {
    // In running text a command may be cut short, and have its options in brackets.
    const words = wordsOf(line.replaceAll(/\[[^\]]*\]/g, '')).filter((word) => word !== '…' && !word.includes('|'))
    if (commands.some(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))) await expectKnown(words)
    else expect(commands.map(({ name }) => name.split(' ')[0])).toContain(words[0])
  })
})

